import { MirroredKeys } from './mirror-keys.rules.ts';
import { distanceOf } from './search.rules.ts';

/** A known word: its number, how many things of each kind hold it, and its stems ('en:run'). */
export interface MirroredWord {
  word: string;
  hash: number;
  docs: number[];
  stems: string[];
}

interface Entry extends MirroredWord {
  size: number;
  /** Its number among all that were ever put here. */
  at: number;
}

/** Of the numbers of words so many may be of those that are gone, before words are numbered anew. */
const MAX_GONE = 10_000;

/** The words of the site in memory, in the order of their letters. */
export class MirroredWords {
  private readonly entries: Entry[] = [];
  private readonly byStem = new Map<string, Entry[]>();
  private readonly numbered: (Entry | null)[] = [];
  private keys = new MirroredKeys();
  private gone = 0;

  get size(): number {
    return this.entries.length;
  }

  put(known: MirroredWord): void {
    const at = this.placeOf(known.word);
    const old = this.entries[at];
    const [a = 0, b = 0, c = 0, d = 0] = known.docs;
    const entry: Entry = { ...known, size: a + b + c + d, at: -1 };
    if (old?.word === known.word) {
      this.forgetStems(old);
      this.entries[at] = entry;
      // its keys are the same
      entry.at = old.at;
      this.numbered[old.at] = entry;
    } else if (at === this.entries.length) this.entries.push(entry);
    else this.entries.splice(at, 0, entry);
    for (const stem of known.stems) {
      const same = this.byStem.get(stem);
      if (same) same.push(entry);
      else this.byStem.set(stem, [entry]);
    }
    if (entry.at < 0) this.number(entry);
  }

  drop(word: string): void {
    const at = this.placeOf(word);
    const old = this.entries[at];
    if (old?.word !== word) return;
    this.forgetStems(old);
    this.entries.splice(at, 1);
    this.numbered[old.at] = null;
    this.gone += 1;
    if (this.gone > MAX_GONE) this.numberAnew();
  }

  find(word: string): MirroredWord | null {
    const found = this.entries[this.placeOf(word)];
    return found?.word === word ? found : null;
  }

  /** The commonest of one of these stems, but for the word itself. */
  ofStems(stems: string[], word: string, most: number): MirroredWord[] {
    const found = new Set(stems.flatMap((stem) => this.byStem.get(stem) ?? []));
    return [...found]
      .filter((each) => each.word !== word)
      .toSorted((a, b) => b.size - a.size || (a.word < b.word ? -1 : 1))
      .slice(0, most);
  }

  /** The commonest that go on after this beginning. */
  begunBy(beginning: string, most: number): MirroredWord[] {
    const top: Entry[] = [];
    for (let at = this.placeOf(beginning); ; at++) {
      const entry = this.entries[at];
      if (!entry?.word.startsWith(beginning)) return top;
      const last = top.at(-1);
      if (entry.word === beginning || (top.length === most && last && last.size >= entry.size)) continue;
      if (top.length === most) top.pop();
      let place = top.length;
      while (place > 0 && (top[place - 1]?.size ?? 0) < entry.size) place--;
      top.splice(place, 0, entry);
    }
  }

  /** Those that share a key and have at most so many letters wrong. */
  alike(typed: string, wrong: number): MirroredWord[] {
    const found: MirroredWord[] = [];
    for (const at of this.keys.near(typed, wrong)) {
      const entry = this.numbered[at];
      if (entry && entry.word !== typed && distanceOf(entry.word, typed, wrong) <= wrong) found.push(entry);
    }
    return found;
  }

  /** The first place whose word isn't before this one. */
  private placeOf(word: string): number {
    let from = 0;
    let to = this.entries.length;
    // they come in order when they are read
    if (to > 0 && (this.entries[to - 1]?.word ?? '') < word) return to;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.entries[middle]?.word ?? '') < word) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  private number(entry: Entry): void {
    entry.at = this.numbered.length;
    this.numbered.push(entry);
    this.keys.put(entry.word, entry.at);
  }

  private numberAnew(): void {
    this.keys = new MirroredKeys();
    this.numbered.length = 0;
    this.gone = 0;
    for (const entry of this.entries) this.number(entry);
  }

  private forgetStems(entry: Entry): void {
    for (const stem of entry.stems) {
      const left = (this.byStem.get(stem) ?? []).filter((each) => each !== entry);
      if (left.length) this.byStem.set(stem, left);
      else this.byStem.delete(stem);
    }
  }
}
