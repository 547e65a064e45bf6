import { z } from 'zod';

export type Shown = 'PUBLIC' | 'UNLISTED' | 'PRIVATE';

/** A video's metadata in an archive. */
export interface Listed {
  /** The platform's own id, if given: a video may be listed in several files. */
  id?: string | undefined;
  /** The end of its file's path in the archive. */
  path?: string | undefined;
  /** Its file has about one of these names. */
  names?: string[] | undefined;
  title: string | null;
  description: string | null;
  date: string | null;
  visibility: Shown;
}

/** So many videos are read of what an archive lists. */
export const MAX_LISTED = 20_000;
export const VIDEO = /\.(mp4|m4v|mov|webm|mkv|avi|3gp)$/i;

const text = z.string().nullish().catch(null);

/**
 * Seconds or milliseconds since 1970, or a date as text; UTC if it has no time zone. Null: missing or
 * invalid.
 */
export function readDate(value: unknown): string | null {
  if (typeof value === 'number') return checked(new Date(value < 1e11 ? value * 1000 : value));
  if (typeof value !== 'string' || value.length > 100) return null;
  const plain = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?: UTC)?$/.exec(value.trim());
  return checked(new Date(plain ? `${plain[1]}T${plain[2]}Z` : value));
}

function checked(date: Date): string | null {
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 2100 ? date.toISOString() : null;
}

/** Instagram writes UTF-8 as if each byte were a letter. */
export function mendLetters(given: string): string {
  if (!/[\u0080-\u00ff]/.test(given) || /[\u0100-\uffff]/.test(given)) return given;
  const mended = Buffer.from(given, 'latin1').toString('utf8');
  return mended.includes('\ufffd') ? given : mended;
}

const OPEN_TO_ALL =
  /^(?:(?:public|everyone|publique|público|pública|pubblico|öffentlich)(?:\s|$)|公|공개|عام|علني)/i;
const BY_LINK =
  /unlisted|non répertorié|no listad|oculto|não listado|nicht gelistet|non in elenco|限定公開|غير مدرج/i;

/** What isn't open to everybody elsewhere, or isn't known to be, is not here either. Without a word it is as the rest of its file. */
export function readVisibility(given: string | null | undefined): Shown {
  const word = given?.trim() ?? '';
  if (word === '' || OPEN_TO_ALL.test(word)) return 'PUBLIC';
  return BY_LINK.test(word) ? 'UNLISTED' : 'PRIVATE';
}

const PeerTubeVideo = z.object({
  uuid: text,
  name: z.string(),
  /** Of PeerTube's VideoPrivacy: internal, for a password and whatever comes are private here. */
  privacy: z
    .unknown()
    .optional()
    .transform((given): Shown =>
      given === undefined || given === 1 ? 'PUBLIC' : given === 2 ? 'UNLISTED' : 'PRIVATE',
    ),
  description: text,
  publishedAt: text,
  originallyPublishedAt: text,
  archiveFiles: z.object({ videoFile: text }).catch({ videoFile: null }),
});
const TikTokPost = z.object({ Date: z.string(), Link: text, Title: text, WhoCanView: text });
const InstagramMedia = z.object({ uri: z.string(), creation_timestamp: z.number(), title: text });
const YouTubeVideo = z.object({
  id: text,
  snippet: z.object({ title: z.string(), description: text, publishedAt: text }),
  status: z.object({ privacyStatus: text }).nullish().catch(null),
});

/** What a JSON file of an archive lists, whichever platform wrote it; nested no deeper than a file may be. */
export function* readListed(
  value: unknown,
  keys: string[] = [],
  above: string | null = null,
): Generator<Listed, void> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) yield* readListed(each, keys, above);
    return;
  }
  const listed = readOne(value, keys, above);
  if (listed) {
    yield listed;
    return;
  }
  const title =
    'title' in value && typeof value.title === 'string' && value.title.trim() ? value.title : above;
  for (const [key, each] of Object.entries(value)) yield* readListed(each, [...keys, key], title);
}

function readOne(value: object, keys: string[], above: string | null): Listed | null {
  if ('uri' in value) return readInstagram(InstagramMedia.safeParse(value).data, above);
  if ('snippet' in value) return readYouTube(YouTubeVideo.safeParse(value).data);
  // along with the user's own, archives list videos they watched, liked and saved
  if (
    'Date' in value &&
    keys.some((key) => /^(?:posts?|videos)$/i.test(key)) &&
    !keys.some((key) => /deleted/i.test(key))
  )
    return readTikTok(TikTokPost.safeParse(value).data);
  if ('archiveFiles' in value) return readPeerTube(PeerTubeVideo.safeParse(value).data);
  return null;
}

function readInstagram(
  given: z.output<typeof InstagramMedia> | undefined,
  above: string | null,
): Listed | null {
  if (!given || !VIDEO.test(given.uri)) return null;
  // mended first: the half of an à is blank
  const caption = mendLetters((given.title?.trim() ? given.title : above) ?? '').trim();
  return {
    path: given.uri,
    ...splitCaption(caption),
    date: readDate(given.creation_timestamp),
    visibility: 'PUBLIC',
  };
}

function readYouTube(given: z.output<typeof YouTubeVideo> | undefined): Listed | null {
  if (!given) return null;
  const { title, description = null, publishedAt } = given.snippet;
  const visibility = readVisibility(given.status?.privacyStatus);
  return {
    id: given.id ?? undefined,
    names: [title],
    title,
    description,
    date: readDate(publishedAt),
    visibility,
  };
}

function readTikTok(given: z.output<typeof TikTokPost> | undefined): Listed | null {
  if (!given) return null;
  const id = /(?:video\/|video_id=|\/)(\d{15,22})/.exec(given.Link ?? '')?.[1];
  return {
    id,
    // TikTok calls a video after itself, or after the moment it was posted
    names: [...(id ? [id] : []), given.Date],
    ...splitCaption(given.Title?.trim() ?? ''),
    date: readDate(given.Date),
    visibility: readVisibility(given.WhoCanView),
  };
}

function readPeerTube(given: z.output<typeof PeerTubeVideo> | undefined): Listed | null {
  if (!given) return null;
  const {
    uuid,
    name: title,
    description = null,
    publishedAt,
    originallyPublishedAt,
    archiveFiles,
    privacy,
  } = given;
  const date = readDate(originallyPublishedAt ?? publishedAt);
  const path = archiveFiles.videoFile ?? undefined;
  return { id: uuid ?? undefined, path, title, description, date, visibility: privacy };
}

/** The first line of a caption is its title, all of it its description. */
function splitCaption(caption: string): Pick<Listed, 'title' | 'description'> {
  const [first = ''] = caption.split('\n', 1);
  return { title: first.trim() || null, description: caption.includes('\n') ? caption : null };
}
