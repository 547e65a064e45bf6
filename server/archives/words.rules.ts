import { z } from 'zod';
import { cutText } from '#contract/text/cut-text.ts';

/** What an archive says of one of its films. */
export interface FilmWords {
  title: string | null;
  description: string | null;
  date: Date | null;
}

/** By the film's name in the archive, or by what its file is called after. */
export interface Found extends FilmWords {
  /** The end of its path, in the archive. */
  path?: string;
  /** Its file has about this name. */
  named?: string;
}

export const FILM = /\.(mp4|m4v|mov|webm|mkv|avi|3gp)$/i;
const MAX_DEPTH = 12;
const MAX_FOUND = 5000;

const text = z.string().nullish().catch(null);

/** Seconds or milliseconds since 1970, or a date in words; UTC where it names no zone. Null: none, or nonsense. */
export function readDate(value: unknown): Date | null {
  if (typeof value === 'number') return checked(new Date(value < 1e11 ? value * 1000 : value));
  if (typeof value !== 'string') return null;
  const plain = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?: UTC)?$/.exec(value.trim());
  return checked(new Date(plain ? `${plain[1]}T${plain[2]}Z` : value));
}

function checked(date: Date): Date | null {
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 2100 ? date : null;
}

/** Instagram writes UTF-8 as if each byte were a letter. */
export function mendLetters(given: string): string {
  if (!/[\u0080-\u00ff]/.test(given) || /[\u0100-\uffff]/.test(given)) return given;
  const bytes = Buffer.from(given, 'latin1');
  const mended = bytes.toString('utf8');
  return mended.includes('\ufffd') ? given : mended;
}

const PeerTube = z.object({
  videos: z.array(
    z.object({
      name: z.string(),
      description: text,
      publishedAt: text,
      originallyPublishedAt: text,
      archiveFiles: z.object({ videoFile: z.string().nullable() }),
    }),
  ),
});
const TikTokPost = z.object({ Date: z.string(), Link: text, Title: text });
const InstagramMedia = z.object({ uri: z.string(), creation_timestamp: z.number(), title: text });
const YouTubeVideo = z.object({
  snippet: z.object({ title: z.string(), description: text, publishedAt: text }),
});

/** What a JSON file of an archive says of films, whichever platform wrote it. */
export function readWords(data: unknown): Found[] {
  const found: Found[] = [];
  const peertube = PeerTube.safeParse(data);
  if (peertube.success)
    for (const video of peertube.data.videos)
      if (video.archiveFiles.videoFile)
        found.push({
          path: video.archiveFiles.videoFile,
          title: video.name,
          description: video.description ?? null,
          date: readDate(video.originallyPublishedAt ?? video.publishedAt),
        });
  walk(data, null, 0, found);
  return found;
}

function walk(value: unknown, above: string | null, depth: number, found: Found[]): void {
  if (depth > MAX_DEPTH || found.length >= MAX_FOUND || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) walk(each, above, depth + 1, found);
    return;
  }
  const instagram = InstagramMedia.safeParse(value);
  if (instagram.success && FILM.test(instagram.data.uri)) {
    const { uri, creation_timestamp: at, title } = instagram.data;
    found.push({ path: uri, ...wordsOf(mendLetters(title?.trim() || above || '')), date: readDate(at) });
    return;
  }
  const youtube = YouTubeVideo.safeParse(value);
  if (youtube.success) {
    const { title, description, publishedAt } = youtube.data.snippet;
    found.push({ named: title, title, description: description ?? null, date: readDate(publishedAt) });
    return;
  }
  const tiktok = TikTokPost.safeParse(value);
  if (tiktok.success) {
    const { Date: at, Link: link, Title: title } = tiktok.data;
    const id = /(?:video\/|video_id=|\/)(\d{15,22})/.exec(link ?? '')?.[1];
    const words = { ...wordsOf(title?.trim() ?? ''), date: readDate(at) };
    if (id) found.push({ named: id, ...words });
    // TikTok calls a film after the moment it was posted
    found.push({ named: at, ...words });
    return;
  }
  const { title } = value as { title?: unknown };
  const words = typeof title === 'string' && title.trim() ? title : above;
  for (const each of Object.values(value)) walk(each, words, depth + 1, found);
}

/** The first line of a caption is its title, all of it its description. */
function wordsOf(caption: string): Pick<FilmWords, 'title' | 'description'> {
  const [first = ''] = caption.split('\n', 1);
  return { title: first.trim() || null, description: caption.includes('\n') ? caption : null };
}

/** YouTube's table of videos, by the English names of its columns. */
export function readTable(table: string): Found[] {
  const [head = [], ...rows] = readCsv(table);
  const column = (pattern: RegExp) => head.findIndex((name) => pattern.test(name));
  const [title, description] = [column(/^video title/i), column(/^video description/i)];
  const at = [column(/publish timestamp/i), column(/create timestamp/i)].find((each) => each >= 0) ?? -1;
  if (title < 0) return [];
  return rows.flatMap((row) =>
    row[title]
      ? [
          {
            named: row[title],
            title: row[title],
            description: row[description] || null,
            date: readDate(row[at]),
          },
        ]
      : [],
  );
}

const MAX_ROWS = 20_000;

/** RFC 4180. */
export function readCsv(table: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = table.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g);
  for (const [, quoted, plain = '', end] of cells) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '' || rows.length >= MAX_ROWS) break;
  }
  return rows;
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(FILM, '');
/** Takeout cuts the names of files. */
const CUT_NAME = 30;

/** What is said of each film, by its path; what nobody speaks of is called after its file. */
export function matchWords(films: string[], found: Found[]): Map<string, FilmWords> {
  const byName = new Map<string, Found>();
  const byPath: Found[] = [];
  for (const each of found)
    if (each.path !== undefined) byPath.push(each);
    else if (each.named && !byName.has(lettersOf(each.named))) byName.set(lettersOf(each.named), each);
  const said = (film: string): FilmWords | undefined => {
    const named = byPath.find(({ path = '' }) => endsAlike(film, path));
    if (named) return named;
    const letters = lettersOf(baseOf(film).replace(/\(\d+\)$/, ''));
    const exact = byName.get(letters) ?? byName.get(/\d{15,22}/.exec(letters)?.[0] ?? '');
    if (exact || letters.length < CUT_NAME) return exact;
    return [...byName].find(([name]) => name.startsWith(letters))?.[1];
  };
  return new Map(
    films.map((film) => {
      const words = said(film);
      return [
        film,
        {
          title: cutText(words?.title?.trim() || titleOf(film), 200),
          description: words?.description ? cutText(words.description, 5000) : null,
          date: words?.date ?? null,
        },
      ];
    }),
  );
}

/** A path within the archive, however far up it begins. */
function endsAlike(film: string, path: string): boolean {
  const tail = path.replace(/^(\.\.?\/)+/, '').replace(/^\/+/, '');
  return tail !== '' && (film === tail || film.endsWith(`/${tail}`));
}

const titleOf = (film: string): string => baseOf(film).replaceAll(/[_]+/g, ' ').trim() || 'Untitled';
