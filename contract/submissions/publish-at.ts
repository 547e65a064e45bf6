import { z } from 'zod';

/** How far ahead a video can be planned. */
export const MAX_AHEAD_DAYS = 730;

/** ISO 8601 with a zone; a time in the past publishes at once. */
export const PublishAt = z.iso
  .datetime({
    offset: true,
    error: 'Please enter a date and time with a time zone, such as 2030-05-01T18:00:00Z.',
  })
  .refine(
    (at) => Date.parse(at) < Date.now() + MAX_AHEAD_DAYS * 24 * 3600 * 1000,
    'Please choose a time within two years.',
  );
