/** A thing of the index: its kind as in KINDS, and the tokens of its words. */
export interface MirroredThing {
  kind: number;
  id: number;
  rank: number;
  tokens: ArrayLike<number>;
}

const KIND_BITS = 8;
const keyOf = (kind: number, id: number): number => id * KIND_BITS + kind;
/** Of the space that changed things leave behind so much is borne before it is used again. */
const WASTED = 0.5;

/**
 * The things of the index in memory, as numbers in a row: about 30 bytes for each word of a thing. Which things hold a token
 * is kept as one number where it is one thing, which holds for half of the tokens.
 */
export class MirroredThings {
  private readonly places = new Map<number, number>();
  private readonly postings = new Map<number, number | number[]>();
  private readonly kinds: number[] = [];
  private readonly ids: number[] = [];
  private readonly ranks: number[] = [];
  private readonly starts: number[] = [];
  private readonly sizes: number[] = [];
  private readonly free: number[] = [];
  private tokens = new Int32Array(1 << 16);
  private end = 0;
  private wasted = 0;
  /** For each thing the mark of the last set of tokens it met. */
  private marks = new Float64Array(1 << 10);
  private mark = 0;

  get size(): number {
    return this.places.size;
  }

  get tokenCount(): number {
    return this.end - this.wasted;
  }

  put({ kind, id, rank, tokens }: MirroredThing): void {
    const known = this.places.get(keyOf(kind, id));
    if (known !== undefined && this.hasTokens(known, tokens)) {
      this.ranks[known] = rank;
      return;
    }
    this.drop(kind, id);
    const at = this.free.pop() ?? this.kinds.length;
    this.places.set(keyOf(kind, id), at);
    this.kinds[at] = kind;
    this.ids[at] = id;
    this.ranks[at] = rank;
    this.writeTokens(at, tokens);
    for (let each = 0; each < tokens.length; each++) this.addPosting(tokens[each] ?? 0, at);
  }

  drop(kind: number, id: number): void {
    const at = this.places.get(keyOf(kind, id));
    if (at === undefined) return;
    this.places.delete(keyOf(kind, id));
    for (const token of this.tokensAt(at)) this.dropPosting(token, at);
    this.wasted += this.sizes[at] ?? 0;
    this.kinds[at] = 0;
    this.free.push(at);
    if (this.wasted > this.end * WASTED) this.compact();
  }

  tokensOf(kind: number, id: number): number[] {
    const at = this.places.get(keyOf(kind, id));
    return at === undefined ? [] : [...this.tokensAt(at)];
  }

  isHeld(token: number): boolean {
    return this.postings.has(token);
  }

  /** Gives back what lists took beforehand to grow, in turns of `most` tokens. */
  *trimming(most: number): Generator<void> {
    let done = 0;
    for (const [token, list] of this.postings) {
      if (typeof list !== 'number') this.postings.set(token, list.slice());
      if (++done % most === 0) yield;
    }
  }

  /** How many things hold a token of each set and none of `excluded`, up to `most`. */
  count(sets: number[][], excluded: number[], most: number): number {
    const found = this.meeting(sets);
    const left = this.leftOut(excluded);
    if (!left) return Math.min(found.length, most);
    let n = 0;
    for (const at of found) if (!left.has(at) && ++n === most) break;
    return n;
  }

  /** The best of a kind, by rank and then id, that hold a token of each set, but not those in `known`. */
  best(
    sets: number[][],
    { kind, known, excluded, most }: { kind: number; known: Set<number>; excluded: number[]; most: number },
  ): { id: number; rank: number }[] {
    const left = this.leftOut(excluded);
    const top: number[] = [];
    for (const at of this.meeting(sets)) {
      const last = top.at(-1);
      if (top.length === most && last !== undefined && !this.isBefore(at, last)) continue;
      if (this.kinds[at] !== kind || known.has(this.ids[at] ?? 0) || left?.has(at)) continue;
      if (top.length === most) top.pop();
      let place = top.length;
      while (place > 0 && this.isBefore(at, top[place - 1] ?? at)) place--;
      top.splice(place, 0, at);
    }
    return top.map((at) => ({ id: this.ids[at] ?? 0, rank: this.ranks[at] ?? 0 }));
  }

  private isBefore(a: number, b: number): boolean {
    const [first = 0, second = 0] = [this.ranks[a], this.ranks[b]];
    return first > second || (first === second && (this.ids[a] ?? 0) > (this.ids[b] ?? 0));
  }

  /** What holds a token of each set: from the rarest on, each set marks those that met all before it. */
  private meeting(sets: number[][]): readonly number[] {
    const lists = sets.map((set) => this.postingsOf(set)).toSorted((a, b) => a.size - b.size);
    const [only] = lists;
    if (!only || only.size === 0) return [];
    if (lists.length === 1 && only.lists.length === 1) return only.lists[0] ?? [];
    if (this.marks.length < this.kinds.length) this.marks = new Float64Array(this.kinds.length * 2);
    const { marks } = this;
    let found: number[] = [];
    for (const [step, { lists: each }] of lists.entries()) {
      const before = this.mark;
      this.mark += 1;
      found = [];
      for (const list of each)
        for (const at of list)
          if (step === 0 ? marks[at] !== this.mark : marks[at] === before) {
            marks[at] = this.mark;
            found.push(at);
          }
      if (!found.length) break;
    }
    this.mark += 1;
    return found;
  }

  private postingsOf(set: number[]): { lists: number[][]; size: number } {
    const lists: number[][] = [];
    let size = 0;
    for (const token of set) {
      const list = this.postings.get(token);
      if (list === undefined) continue;
      lists.push(typeof list === 'number' ? [list] : list);
      size += typeof list === 'number' ? 1 : list.length;
    }
    return { lists, size };
  }

  private leftOut(excluded: number[]): Set<number> | null {
    return excluded.length ? new Set(this.postingsOf(excluded).lists.flat()) : null;
  }

  private tokensAt(at: number): Int32Array {
    const start = this.starts[at] ?? 0;
    return this.tokens.subarray(start, start + (this.sizes[at] ?? 0));
  }

  private hasTokens(at: number, tokens: ArrayLike<number>): boolean {
    const own = this.tokensAt(at);
    return own.length === tokens.length && own.every((token, place) => token === tokens[place]);
  }

  private writeTokens(at: number, tokens: ArrayLike<number>): void {
    if (this.end + tokens.length > this.tokens.length) {
      const wider = new Int32Array(Math.max(this.tokens.length * 1.5, this.end + tokens.length) | 0);
      wider.set(this.tokens.subarray(0, this.end));
      this.tokens = wider;
    }
    this.tokens.set(tokens, this.end);
    this.starts[at] = this.end;
    this.sizes[at] = tokens.length;
    this.end += tokens.length;
  }

  private addPosting(token: number, at: number): void {
    const list = this.postings.get(token);
    if (list === undefined) this.postings.set(token, at);
    else if (typeof list === 'number') this.postings.set(token, [list, at]);
    else list.push(at);
  }

  private dropPosting(token: number, at: number): void {
    const list = this.postings.get(token);
    if (list === undefined || typeof list === 'number' || list.length === 1) this.postings.delete(token);
    else {
      // in whatever order
      const last = list.pop() ?? at;
      const place = list.indexOf(at);
      if (place >= 0) list[place] = last;
    }
  }

  private compact(): void {
    const packed = new Int32Array(this.tokens.length);
    let end = 0;
    for (const at of this.places.values()) {
      const own = this.tokensAt(at);
      packed.set(own, end);
      this.starts[at] = end;
      end += own.length;
    }
    this.tokens = packed;
    this.end = end;
    this.wasted = 0;
  }
}
