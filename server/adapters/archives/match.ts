import { MAX_ARCHIVE_VIDEOS } from '#contract/archives/archives.ts';
import type { Listed } from './platforms.ts';

/** How much of a name is compared, at most. */
const MAX_LETTERS = 200;
/** Takeout cuts the names of files. */
const CUT_NAME = 30;

const lettersOf = (name: string): string =>
  name
    .slice(0, 2 * MAX_LETTERS)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MAX_LETTERS);
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Of a file's name: `.mp4`, in small letters; '' where there is none. */
export const endingOf = (path: string): string =>
  /[^/](\.[a-z\d]{1,5})$/i.exec(path.slice(-10))?.[1]?.toLowerCase() ?? '';

/** A file's name without its folders and ending. */
export const stemOf = (path: string): string => baseOf(path).slice(0, -endingOf(path).length || undefined);

/** Takeout numbers files of one name: `Vlog(1).mp4` is the second. */
export function numbered(path: string): { name: string; number: number } {
  const stem = stemOf(path);
  const number = /\((\d{1,4})\)$/.exec(stem);
  return { name: number ? stem.slice(0, number.index) : stem, number: Number(number?.[1] ?? 0) };
}

/** What is listed of each file, by its path. A file with a number never shares it with the one it was numbered after. */
export function matchListed(
  files: string[],
  all: Listed[],
): { found: Map<string, Listed>; missing: Listed[] } {
  const listed = withoutRepeats(all);
  const byTail = new Map<string, Listed>();
  const byName = new Map<string, Listed[]>();
  for (const each of listed) {
    if (each.path !== undefined) byTail.set(each.path.replace(/^(?:\.{0,2}\/)+/, ''), each);
    for (const name of each.names ?? []) {
      const letters = lettersOf(name);
      const alike = byName.get(letters) ?? [];
      if (alike.length < MAX_ARCHIVE_VIDEOS) alike.push(each);
      byName.set(letters, alike);
    }
  }
  const sorted = [...byName.keys()].toSorted();
  const found = new Map<string, Listed>();
  const taken = new Set<Listed>();
  const take = (file: string, each: Listed | undefined): void => {
    if (!each) return;
    taken.add(each);
    found.set(file, each);
  };
  for (const file of files) {
    const tail = tailsOf(file).find((each) => byTail.has(each));
    take(file, byTail.get(tail ?? ''));
  }
  // those without a number first: they come first in the lists
  for (const file of files.toSorted((one, two) => numbered(one).number - numbered(two).number)) {
    if (found.has(file)) continue;
    const { name, number } = numbered(file);
    const letters = lettersOf(name);
    const names = [
      ...(number > 0 ? [`${letters}${number}`] : []),
      letters,
      /\d{15,22}/.exec(letters)?.[0] ?? '',
      ...(letters.length >= CUT_NAME ? [beginningWith(sorted, letters)] : []),
    ];
    const candidates = names.flatMap((each) => byName.get(each) ?? []);
    const free = candidates.find((each) => !taken.has(each));
    take(file, free ?? (number === 0 ? candidates[0] : undefined));
  }
  return { found, missing: listed.filter((each) => !taken.has(each)) };
}

/** Merges a video listed in several files, with the data of each. */
function withoutRepeats(all: Listed[]): Listed[] {
  const known = new Map<string, Listed>();
  for (const each of all) {
    const key = each.id ?? each.path ?? JSON.stringify(each);
    const before = known.get(key);
    if (!before) known.set(key, each);
    else {
      before.title ??= each.title;
      before.description ??= each.description;
      before.date ??= each.date;
      if (each.visibility !== 'PUBLIC') before.visibility = each.visibility;
    }
  }
  return [...known.values()];
}

/** A path within the archive, however far up it begins. */
function tailsOf(path: string): string[] {
  const tails = [path];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) tails.push(path.slice(at + 1));
  return tails;
}

/** The first of these names in their order that begins with `start`; itself where there is none. */
function beginningWith(sorted: string[], start: string): string {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(start) ? (sorted[low] ?? start) : start;
}
