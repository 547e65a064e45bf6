/** The address of a stored file: its storage key below /media. */
export const mediaUrl = (key: string): string => `/media/${key}`;

/** A profile image is kept as a folder of square WebP files; the one of 256 pixels is shown everywhere. */
export function profileImageUrl(key: string | null): string | null {
  return key && mediaUrl(`${key}/256.webp`);
}
