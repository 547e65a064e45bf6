/** The place at a pair of coordinates. */
export interface Location {
  /** One line, for display; null where there is no populated place within 200 km. */
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  /** The data's source; must be displayed with it. */
  attribution: string;
}

export interface Geocoder {
  /** Degrees; latitude −90…90, longitude −180…180. Never throws for the sea or the poles. */
  reverse(latitude: number, longitude: number): Promise<Location>;
}
