/** Where a pair of coordinates is, in words. */
export interface Location {
  /** One line for a person; null where nobody lives within 200 km. */
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  /** Whose data this is; must be shown beside it. */
  attribution: string;
}

export interface Geocoder {
  /** Degrees; latitude −90…90, longitude −180…180. Never throws for the sea or the poles. */
  reverse(latitude: number, longitude: number): Promise<Location>;
}
