export interface Thing {
  id: number;
}
type Read<T> = (ids: number[]) => Promise<T[]>;
interface Limits {
  /** Of each kind. */
  maxEntries: number;
  seconds: number;
  now: () => number;
}

/** Things of one kind by their ids, as everybody sees them, each kept for some seconds. */
class KeptThings {
  private kept = new Map<number, { thing: Thing; until: number }>();
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** In the order of `ids`; what `read` doesn't give is left out. */
  async get<T extends Thing>(ids: number[], read: Read<T>): Promise<T[]> {
    const now = this.limits.now();
    const found = new Map<number, Thing>();
    const old: number[] = [];
    for (const id of ids) {
      const entry = this.kept.get(id);
      if (!entry || entry.until <= now) continue;
      found.set(id, entry.thing);
      if (entry.until < now + (this.limits.seconds * 1000) / 2) old.push(id);
    }
    const missing = ids.filter((id) => !found.has(id));
    const { kept } = this;
    // what is old is read along: where much is asked, a thing or two would be missing each time
    for (const thing of missing.length ? await read([...missing, ...old]) : []) {
      found.set(thing.id, thing);
      this.keep(kept, thing);
    }
    // of one kind, and read by the same
    return ids.flatMap((id) => (found.get(id) ?? []) as T | []);
  }

  clear(): void {
    // what is being read just now is put where nobody looks any more
    this.kept = new Map();
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
