import { deletionsOf, distanceOf } from './search.rules.ts';

/** A known word: its number, how many things of each kind hold it, and its stems ('en:run'). */
export interface MirroredWord {
  word: string;
  hash: number;
  docs: number[];
  stems: string[];
}

interface Entry extends MirroredWord {
  size: number;
  /** A bit for each letter it has, letters of other scripts taken together. */
  bits: number;
  /** Its place among the words that are as long. */
  place: number;
}

/** The words that are equally long. */
class Shelf {
  readonly entries: Entry[] = [];
  bits = new Int32Array(64);

  add(entry: Entry): void {
    entry.place = this.entries.length;
    if (entry.place === this.bits.length) {
      const wider = new Int32Array(this.bits.length * 2);
      wider.set(this.bits);
      this.bits = wider;
    }
    this.bits[entry.place] = entry.bits;
    this.entries.push(entry);
  }

  remove(entry: Entry): void {
    const last = this.entries.pop();
    if (!last || last === entry) return;
    this.entries[entry.place] = last;
    this.bits[entry.place] = last.bits;
    last.place = entry.place;
  }
}

function lettersIn(word: string): number {
  let bits = 0;
  for (const letter of word) bits |= 1 << ((letter.codePointAt(0) ?? 0) & 31);
  return bits;
}

function countBits(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55_55_55_55);
  n = (n & 0x33_33_33_33) + ((n >>> 2) & 0x33_33_33_33);
  return Math.imul((n + (n >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

const lengthOf = (word: string): number => [...word].length;
/** A letter less, more, or another instead changes this many bits at most. */
const BITS_OF_A_CHANGE = 2;

/** The words of the site in memory, in the order of their letters. */
export class MirroredWords {
  private readonly entries: Entry[] = [];
  private readonly byStem = new Map<string, Entry[]>();
  private readonly byLength = new Map<number, Shelf>();

  get size(): number {
    return this.entries.length;
  }

  put(known: MirroredWord): void {
    const at = this.placeOf(known.word);
    const old = this.entries[at];
    const [a = 0, b = 0, c = 0, d = 0] = known.docs;
    const entry: Entry = { ...known, size: a + b + c + d, bits: lettersIn(known.word), place: 0 };
    if (old?.word === known.word) {
      this.forget(old);
      this.entries[at] = entry;
    } else if (at === this.entries.length) this.entries.push(entry);
    else this.entries.splice(at, 0, entry);
    for (const stem of known.stems) {
      const same = this.byStem.get(stem);
      if (same) same.push(entry);
      else this.byStem.set(stem, [entry]);
    }
    this.shelve(entry);
  }

  drop(word: string): void {
    const at = this.placeOf(word);
    const old = this.entries[at];
    if (old?.word !== word) return;
    this.forget(old);
    this.entries.splice(at, 1);
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

  /** Those that have one of the keys and at most so many letters wrong. */
  alike(typed: string, wrong: number, keys: ReadonlySet<string>): MirroredWord[] {
    const found: MirroredWord[] = [];
    const letters = lettersIn(typed);
    const length = lengthOf(typed);
    for (let each = length - wrong; each <= length + wrong; each++) {
      const shelf = this.byLength.get(each);
      if (!shelf) continue;
      const { bits: all, entries } = shelf;
      for (let at = 0; at < entries.length; at++) {
        if (countBits((all[at] ?? 0) ^ letters) > BITS_OF_A_CHANGE * wrong) continue;
        const entry = entries[at];
        if (!entry || entry.word === typed || distanceOf(entry.word, typed, wrong) > wrong) continue;
        if (deletionsOf(entry.word).some((key) => keys.has(key))) found.push(entry);
      }
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

  private shelve(entry: Entry): void {
    const length = lengthOf(entry.word);
    const shelf = this.byLength.get(length) ?? new Shelf();
    this.byLength.set(length, shelf);
    shelf.add(entry);
  }

  /** Out of the lists beside that of all. */
  private forget(entry: Entry): void {
    for (const stem of entry.stems) {
      const left = (this.byStem.get(stem) ?? []).filter((each) => each !== entry);
      if (left.length) this.byStem.set(stem, left);
      else this.byStem.delete(stem);
    }
    this.byLength.get(lengthOf(entry.word))?.remove(entry);
  }
}
