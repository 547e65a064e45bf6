/** The address of a stored file: its storage key below /media. */
export const mediaUrl = (key: string): string => `/media/${key}`;

/** Where a public video's files are: those of them that were copied there, by MEDIA_URL. */
export function publishedUrls(video: {
  published_url: string | null;
  published_keys: string[] | null;
}): (key: string) => string {
  const { published_url: url, published_keys: keys } = video;
  // videos/<id>/<rev>/…: the copies lie in a folder of another name
  return (key) =>
    url && keys?.includes(key) ? `${url}/${key.split('/').slice(3).join('/')}` : mediaUrl(key);
}

/** A profile image is kept as a folder of square WebP files; the one of 256 pixels is shown everywhere. */
export function profileImageUrl(key: string | null): string | null {
  return key && mediaUrl(`${key}/256.webp`);
}
