import { z } from 'zod';
import { CsvError } from 'csv-parse/sync';
import { MAX_ARCHIVE, MAX_ARCHIVE_VIDEOS } from '#contract/archives/archives.ts';
import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions/submissions.ts';
import { lineFromOutside, textFromOutside } from '#contract/text/text.ts';
import { Visibility } from '#contract/videos/videos.ts';
import { SNIFF_BYTES, sniffVideo } from '../media/sniff.ts';
import { BrokenFile, FILES, LeftOut } from '../untrusted/faults.ts';
import type { Parser } from '../untrusted/parser.ts';
import { parseShallowJson } from '../untrusted/shallow-json.ts';
import { isLocked, ZipEntry } from '../zip/open-entry.ts';
import { readZip, type ReadZip } from '../zip/read-zip.ts';
import { endingOf, matchListed, numbered, stemOf } from './match.ts';
import { MAX_LISTED, readListed, VIDEO, type Listed } from './platforms.ts';
import { readTable } from './youtube-table.ts';

const LIMITS = { files: 20_000, bytes: 2 * MAX_ARCHIVE };
const MAX_LIST = 8 << 20;
const MAX_LISTS = 200;
const MAX_LEFT_OUT = 200;
/** Videos that browsers don't play; other formats share these extensions, so their first bytes decide. */
const OTHER_VIDEO = /^\.(?:m?ts|m2ts?|mpe?g|m2v|vob|wmv|asf|flv|f4v|ogv|rmvb?|divx|3g2|mxf|dv)$/;
/** What the systems of others write beside each file. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\._)/;

const Result = z.object({
  videos: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      date: z.string().nullable(),
      visibility: Visibility,
      entry: ZipEntry,
    }),
  ),
  leftOut: z.array(LeftOut),
});

/** An export from TikTok, Instagram, YouTube or PeerTube, or a ZIP file of videos. */
export const videoArchive: Parser<{ path: string }, z.infer<typeof Result>> = {
  Result,
  parse: ({ path }) =>
    readZip(path, LIMITS, async (zip) => {
      const leftOut = [...zip.leftOut];
      const names = [...zip.files.keys()].filter((name) => !BESIDE.test(name));
      const videos = await findVideos(zip, names, leftOut);
      if (videos.length > MAX_ARCHIVE_VIDEOS) throw new BrokenFile(FILES.TOO_MANY_VIDEOS());
      const { found, missing } = matchListed(videos, await readLists(zip, names, leftOut));
      for (const { title, path: at, names: named } of missing)
        leftOut.push({ what: title ?? at ?? named?.[0] ?? '', why: FILES.NOT_IN_ARCHIVE().stored });
      if (videos.length === 0 && leftOut.length === 0) throw new BrokenFile(FILES.NO_VIDEO());
      const entries = videos.flatMap((name) => zip.files.get(name) ?? []);
      if (videos.length > 0 && entries.every(isLocked)) throw new BrokenFile(FILES.ARCHIVE_LOCKED());
      return {
        videos: videos.flatMap((name, at) => {
          const entry = entries[at];
          return entry ? [{ path: name, ...describe(name, found.get(name)), entry }] : [];
        }),
        leftOut: cutList(leftOut),
      };
    }),
};

/** By their names, or if those are inconclusive by their first bytes. */
async function findVideos(zip: ReadZip, names: string[], leftOut: LeftOut[]): Promise<string[]> {
  const videos: string[] = [];
  for (const name of names) {
    const ending = endingOf(name);
    if (VIDEO.test(ending)) videos.push(name);
    if (ending !== '' && !OTHER_VIDEO.test(ending)) continue;
    const head = await zip.readHead(name, SNIFF_BYTES).catch(ofTheFile);
    const sniffed = head instanceof BrokenFile ? { rejection: head.text } : sniffVideo(head);
    if ('container' in sniffed) videos.push(name);
    // without an extension it may be any file, such as a text
    else if (ending !== '' || head instanceof BrokenFile || head.includes(0))
      leftOut.push({ what: name, why: sniffed.rejection.stored });
  }
  return videos;
}

function ofTheFile(error: unknown): BrokenFile {
  if (error instanceof BrokenFile) return error;
  if (error instanceof SyntaxError || error instanceof CsvError) return new BrokenFile(FILES.UNREADABLE());
  throw error;
}

/** The videos' metadata from the archive's own files; unreadable or skipped ones are named. */
async function readLists(zip: ReadZip, names: string[], leftOut: LeftOut[]): Promise<Listed[]> {
  const all: Listed[] = [];
  // files about one video each come first, in numeric order: tables don't reference files
  const lists = ['.json', '.csv'].flatMap((ending) =>
    names
      .filter((name) => endingOf(name) === ending)
      .toSorted((one, two) => numbered(one).number - numbered(two).number),
  );
  for (const [at, name] of lists.entries()) {
    const fault = at < MAX_LISTS ? await readList(zip, name, all).catch(ofTheFile) : TOO_MANY_LISTS;
    if (fault) leftOut.push({ what: name, why: fault.text.stored });
  }
  return all;
}

const TOO_MANY_LISTS = new BrokenFile(FILES.TOO_MANY_LISTS());

async function readList(zip: ReadZip, name: string, all: Listed[]): Promise<BrokenFile | null> {
  const text = (await zip.read(name, MAX_LIST)).toString();
  const listed = name.toLowerCase().endsWith('.csv') ? readTable(text) : readListed(parseShallowJson(text));
  for (const each of listed) {
    if (all.length >= MAX_LISTED) return new BrokenFile(FILES.TOO_MANY_LISTED());
    all.push(each);
  }
  return null;
}

function describe(path: string, listed: Listed | undefined) {
  return {
    title: cleanLine(listed?.title) ?? cleanLine(stemOf(path).replaceAll('_', ' ')) ?? 'Untitled',
    description: textFromOutside(listed?.description?.slice(0, 4 * MAX_DESCRIPTION), MAX_DESCRIPTION),
    date: listed?.date ?? null,
    visibility: listed?.visibility ?? 'PUBLIC',
  };
}

const cleanLine = (line: string | null | undefined): string | null =>
  lineFromOutside(line?.slice(0, 4 * MAX_TITLE), MAX_TITLE);

function cutList(leftOut: LeftOut[]): LeftOut[] {
  const shown = leftOut.length > MAX_LEFT_OUT ? leftOut.slice(0, MAX_LEFT_OUT - 1) : leftOut;
  const more = leftOut.length - shown.length;
  return [
    ...shown.map(({ what, why }) => ({ what: cleanLine(what) ?? '?', why })),
    ...(more > 0 ? [{ what: '…', why: FILES.MORE_LEFT_OUT(String(more)).stored }] : []),
  ];
}
