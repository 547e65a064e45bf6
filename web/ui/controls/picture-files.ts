import { t } from '@lingui/core/macro';
const MAX_MB = 10;
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** For a file input that takes pictures. */
export const PICTURE_FILES = TYPES.join(',');

/** Why the server would reject this file as a picture, as far as the browser knows. */
export function problemOfPicture(file: File): string | null {
  if (!TYPES.includes(file.type)) return t`Please choose a JPEG, PNG, WebP, GIF or AVIF file.`;
  return file.size > MAX_MB * 1024 * 1024 ? t`Please choose an image up to ${MAX_MB} MB.` : null;
}
