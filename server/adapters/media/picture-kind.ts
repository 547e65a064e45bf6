import { MEDIA, MediaRejection } from './rejection.ts';
import { countScans, SNIFF_BYTES, sniffImage } from './sniff.ts';

/** Of a progressive JPEG; programs write about ten. */
const MAX_SCANS = 100;

/** What shows in the bytes without decoding them. Throws MediaRejection. */
export function checkKind(image: Buffer): void {
  if (!sniffImage(image.subarray(0, SNIFF_BYTES))) throw new MediaRejection(MEDIA.NOT_A_PICTURE());
  // each is a pass over the whole picture, however few bytes it takes
  if (countScans(image) > MAX_SCANS) throw new MediaRejection(MEDIA.DAMAGED_PICTURE());
}
