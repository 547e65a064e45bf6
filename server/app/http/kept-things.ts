export interface Thing {
  id: number;
}
interface Batch {
  ids: Set<number>;
  answer: Promise<Map<number, Thing>>;
}
type Read<T> = (ids: number[]) => Promise<T[]>;
interface Limits {
  /** Of each kind. */
  maxEntries: number;
  seconds: number;
  now: () => number;
}

/**
 * Things of one kind by their ids, as everybody sees them, each kept for some seconds. The others are read one batch at
 * a time: who asks meanwhile shares the next one, so that nobody gets what was read before he asked.
 */
class KeptThings {
  private kept = new Map<number, { thing: Thing; until: number }>();
  private next: Batch | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** In the order of `ids`; what `read` doesn't give is left out. */
  async get<T extends Thing>(ids: number[], read: Read<T>): Promise<T[]> {
    const now = this.limits.now();
    const found = new Map<number, Thing>();
    for (const id of ids) {
      const entry = this.kept.get(id);
      if (entry && entry.until > now) found.set(id, entry.thing);
    }
    const missing = ids.filter((id) => !found.has(id));
    const rest = missing.length ? await this.readTogether(missing, read) : found;
    // of one kind, and read by the same
    return ids.flatMap((id) => (found.get(id) ?? rest.get(id) ?? []) as T | []);
  }

  clear(): void {
    // what is being read just now is put where nobody looks any more
    this.kept = new Map();
  }

  private readTogether(ids: number[], read: Read<Thing>): Promise<Map<number, Thing>> {
    const batch = this.next ?? this.openBatch(read);
    for (const id of ids) batch.ids.add(id);
    return batch.answer;
  }

  private openBatch(read: Read<Thing>): Batch {
    const ids = new Set<number>();
    const answer = this.last.then(async () => {
      this.next = null;
      const { kept } = this;
      const things = await read([...ids]);
      for (const thing of things) this.keep(kept, thing);
      return new Map(things.map((thing) => [thing.id, thing]));
    });
    this.last = answer.catch(() => {});
    this.next = { ids, answer };
    return this.next;
  }

  private keep(kept: typeof this.kept, thing: Thing): void {
    kept.delete(thing.id);
    kept.set(thing.id, { thing, until: this.limits.now() + this.limits.seconds * 1000 });
    if (kept.size > this.limits.maxEntries) kept.delete(kept.keys().next().value ?? 0);
  }
}

/** KeptThings of several kinds, each with the tags that have it forgotten. */
export class KeptKinds {
  private readonly kinds = new Map<string, { things: KeptThings; tags: readonly string[] }>();
  private readonly limits: Limits & { isLive: () => boolean };

  constructor(limits: Limits & { isLive: () => boolean }) {
    this.limits = limits;
  }

  get<T extends Thing>(kind: string, tags: readonly string[], ids: number[], read: Read<T>): Promise<T[]> {
    const { things } = this.kinds.get(kind) ?? { things: new KeptThings(this.limits) };
    this.kinds.set(kind, { things, tags });
    if (!this.limits.isLive()) things.clear();
    return things.get(ids, read);
  }

  drop(dropped: readonly string[]): void {
    for (const { things, tags } of this.kinds.values())
      if (tags.some((tag) => dropped.includes(tag))) things.clear();
  }

  clear(): void {
    for (const { things } of this.kinds.values()) things.clear();
  }
}
