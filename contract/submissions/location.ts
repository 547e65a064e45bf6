import { z } from 'zod';
import { optionalText } from '../values.ts';

export const MAX_LOCATION_NAME = 200;

/** Where a video was recorded, as its uploader and admins see it. */
export const SubmissionLocation = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type SubmissionLocation = z.infer<typeof SubmissionLocation>;

const coordinate = (max: number) =>
  z
    .number()
    .min(-max)
    .max(max)
    .nullish()
    .transform((value) => value ?? null);

export const UploadLocation = z
  .object({
    latitude: coordinate(90),
    longitude: coordinate(180),
    accuracy: z
      .number()
      .min(0)
      .nullish()
      .transform((value) => value ?? null),
    name: optionalText(MAX_LOCATION_NAME, { what: 'location name' }),
    address: optionalText(500, { what: 'address' }),
    city: optionalText(120, { what: 'city' }),
    state: optionalText(120, { what: 'state' }),
    country: optionalText(120, { what: 'country' }),
  })
  .refine(
    (location) => (location.latitude === null) === (location.longitude === null),
    'A location needs both latitude and longitude.',
  );
