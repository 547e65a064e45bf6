import type { Find } from './search.store.ts';

/** From so many things on, the best of all things are asked before all of them. */
const BEST_FROM = 1500;
export const MODES = { index: 0, best: 1, count: 2 };

/** The steps of a search as search_steps() of the database takes them. */
export class StepList {
  /** More things than this are not counted. */
  static readonly COUNTED = 1000;
  readonly steps: number[] = [];
  readonly sets: number[] = [];
  private readonly kind: number;
  private readonly seen = new Set<string>();
  private last: { sets: number[][]; about: number } | null = null;

  constructor(kind: number) {
    this.kind = kind;
  }

  /** One step: what holds a token of each set, which are about so many things. */
  add(tier: number, sets: number[][], about: number): void {
    const key = JSON.stringify(sets);
    this.last = { sets, about };
    if (this.seen.has(key)) return;
    this.seen.add(key);
    if (about > BEST_FROM) this.push(tier, MODES.best, sets);
    this.push(tier, MODES.index, sets);
  }

  /** One list of several, each with what counts its widest step. */
  static join(lists: StepList[]): { steps: number[]; sets: number[] } {
    const steps: number[] = [];
    const sets: number[] = [];
    for (const list of lists) {
      if (list.last && list.last.about <= StepList.COUNTED) list.push(0, MODES.count, list.last.sets);
      for (let at = 0; at < list.steps.length;) {
        const size = 4 + 2 * (list.steps[at + 3] ?? 0);
        steps.push(...list.steps.slice(at, at + 4));
        steps.push(...list.steps.slice(at + 4, at + size).map((place) => place + sets.length));
        at += size;
      }
      sets.push(...list.sets);
    }
    return { steps, sets };
  }

  private push(tier: number, mode: number, sets: number[][]): void {
    this.steps.push(this.kind, tier, mode, sets.length);
    for (const set of sets) {
      this.steps.push(this.sets.length + 1, this.sets.length + set.length);
      this.sets.push(...set);
    }
  }
}

/** The steps of a list one by one, as search_steps() of the database reads them. */
export function* readSteps({
  steps,
  sets,
}: {
  steps: number[];
  sets: number[];
}): Generator<{ kind: number; tier: number; mode: number; sets: number[][] }> {
  for (let at = 0; at < steps.length;) {
    const [kind = 0, tier = 0, mode = 0, size = 0] = steps.slice(at, at + 4);
    const places = steps.slice(at + 4, (at += 4 + 2 * size));
    yield {
      kind,
      tier,
      mode,
      sets: Array.from({ length: size }, (_, set) =>
        sets.slice((places[2 * set] ?? 1) - 1, places[2 * set + 1]),
      ),
    };
  }
}

/** The first page in the order of relevance, of all there is: what nearly every search asks. */
export const isPlain = ({ kind, sort, filters, after }: Find): boolean =>
  after === null &&
  !filters.phrases.length &&
  (kind !== 'videos' || (sort === 'relevance' && !(filters.category ?? filters.duration ?? filters.since)));
