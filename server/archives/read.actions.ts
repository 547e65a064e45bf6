import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_ARCHIVE, MAX_ARCHIVE_FILMS, type Archive } from '#contract/accounts/archives.ts';
import { MAX_UPLOAD } from '#contract/submissions.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { msg } from '#contract/text/said.ts';
import { MediaRejection } from '#server/adapters/media/rejection.ts';
import { readForeignJson } from '#server/adapters/zip/foreign-json.ts';
import { readForgivingZip, type ForgivingZip } from '#server/adapters/zip/forgiving-zip.ts';
import { BadZip } from '#server/adapters/zip/read-zip.ts';
import type { Context } from '#server/app/context.ts';
import { hasFile, insertFilm, listFilmPaths, type FoundFilm } from './archives.store.ts';
import { FILM, matchWords, readTable, readWords, type FilmWords, type Found } from './words.rules.ts';

export const LIMITS = { files: 20_000, bytes: 2 * MAX_ARCHIVE };
const MAX_WORDS_FILE = 2 << 20;
const MAX_WORDS_FILES = 200;
const MAX_LEFT_OUT = 200;

interface Reading {
  id: number;
  userId: number;
  /** The archive on this machine, and a folder to unpack one film at a time in. */
  path: string;
  dir: string;
  signal: AbortSignal;
}

/** Looks at each film of an archive. Throws BadZip. What a killed process looked at is not looked at again. */
export async function readArchive(ctx: Context, reading: Reading): Promise<Archive['leftOut']> {
  return await readForgivingZip(reading.path, LIMITS, async (zip) => {
    const names = [...zip.files.keys()].filter((name) => !/(^|\/)(__MACOSX\/|\._)/.test(name));
    const films = names.filter((name) => FILM.test(name));
    if (films.length > MAX_ARCHIVE_FILMS) throw new BadZip('The archive holds too many films.');
    if (films.length === 0 && zip.leftOut.length === 0) throw new BadZip('There is no film in this archive.');
    if (films.length > 0 && films.every((name) => zip.encrypted.has(name)))
      throw new BadZip('This archive needs a password. Please make one without.');
    const leftOut = [...zip.leftOut];
    const words = matchWords(films, await gatherWords(zip, names, leftOut));
    const known = new Set(await listFilmPaths(ctx.db, reading.id));
    const hashes = new Set<string>();
    for (const [at, name] of films.entries()) {
      reading.signal.throwIfAborted();
      if (known.has(name)) continue;
      await insertFilm(ctx.db, reading.id, await lookAt(ctx, reading, { zip, name, at, words, hashes }));
    }
    return leftOut.slice(0, MAX_LEFT_OUT).map(({ what, why }) => ({ what: cutText(what, 200), why }));
  });
}

/** What the archive's own files say of its films; what can't be read is named. */
async function gatherWords(
  zip: ForgivingZip,
  names: string[],
  leftOut: Archive['leftOut'],
): Promise<Found[]> {
  const found: Found[] = [];
  const speaking = names.filter((name) => /\.(json|csv)$/i.test(name)).slice(0, MAX_WORDS_FILES);
  for (const name of speaking) {
    try {
      const text = (await zip.read(name, MAX_WORDS_FILE)).toString();
      found.push(...(/\.csv$/i.test(name) ? readTable(text) : readWords(await readForeignJson(text))));
    } catch (error) {
      if (!(error instanceof BadZip || error instanceof SyntaxError)) throw error;
      leftOut.push({
        what: name,
        why: error instanceof BadZip ? error.message : msg('It could not be read.'),
      });
    }
  }
  return found;
}

interface Film {
  zip: ForgivingZip;
  name: string;
  at: number;
  words: Map<string, FilmWords>;
  /** Of the films before it. */
  hashes: Set<string>;
}

async function lookAt(
  ctx: Context,
  { userId, dir, signal }: Reading,
  { zip, name, at, words, hashes }: Film,
): Promise<FoundFilm> {
  const size = zip.files.get(name) ?? 0;
  const { title, description, date } = words.get(name) ?? { title: null, description: null, date: null };
  const film = { path: name, title: title ?? name, description, date, size };
  const nothing = { durationMs: null, isDuplicate: false };
  if (size > MAX_UPLOAD) return { ...film, ...nothing, problem: msg('It is larger than 300 MB.') };
  const file = join(dir, `film-${at}`);
  try {
    const hash = createHash('sha256');
    await pipeline(
      Readable.from(await zip.open(name)),
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file),
      { signal },
    );
    const sha256 = hash.digest('hex');
    const isDuplicate = hashes.has(sha256) || (await hasFile(ctx.db, userId, sha256));
    hashes.add(sha256);
    const { durationSec } = await ctx.media.probe(file, { signal });
    const durationMs = durationSec === null ? null : Math.round(durationSec * 1000);
    return { ...film, durationMs, isDuplicate, problem: null };
  } catch (error) {
    if (!(error instanceof BadZip || error instanceof MediaRejection)) throw error;
    return { ...film, ...nothing, problem: error.message };
  } finally {
    await rm(file, { force: true });
  }
}
