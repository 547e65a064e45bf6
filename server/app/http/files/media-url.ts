/** The address of a stored file: its storage key below /media. */
export const mediaUrl = (key: string): string => `/media/${key}`;

/** A profile image is stored as a folder of square WebP files; the 256-pixel one is used everywhere. */
export function profileImageUrl(key: string | null): string | null {
  return key && mediaUrl(`${key}/256.webp`);
}
