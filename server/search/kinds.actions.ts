import type { DbOrTrx } from '#server/app/database/database.ts';
import { EXACT, estimate, tiersOf, type Meaning } from './meaning.rules.ts';
import { StepList, isPlain } from './steps.rules.ts';
import { KINDS } from './search.rules.ts';
import type { SearchIndex } from './reading.store.ts';
import { collect, walk, type Find, type Found, type StepRow, type Tier } from './search.store.ts';

/** What was found of a kind so far, best first. */
export interface Hits {
  find: Find;
  found: Found[];
  /** How many there are altogether: counted, or an estimate of many. */
  total: number;
}

/** More things than this are not sorted but walked through from the best on. */
const MANY = 4000;

/** Things of all these kinds from the one level of closeness to the other, beside those that were found already. */
export async function findKinds(
  index: SearchIndex,
  hits: Hits[],
  meanings: Meaning[],
  levels: [number, number],
  titlesOnly = false,
): Promise<Hits[]> {
  const lists = hits.map(({ find }) => (isPlain(find) ? stepsOf(find, meanings, levels, titlesOnly) : null));
  const plain = hits.filter((_, at) => lists[at]);
  const rows = await index.runSteps(
    StepList.join(lists.flatMap((list) => list ?? [])),
    plain.map(({ find, found }) => ({ find, ids: found.map(({ id }) => id) })),
  );
  const all: Hits[] = [];
  for (const [at, each] of hits.entries()) {
    const { find } = each;
    if (lists[at]) all.push(addRows(each, rows, estimate(meanings, find.kind, levels[1])));
    else {
      const more = await findKind(index.statements(), find, meanings, levels, titlesOnly);
      all.push({ find, found: [...each.found, ...more.found], total: each.total + more.total });
    }
  }
  return all;
}

function addRows({ find, found }: Hits, rows: StepRow[], about: number): Hits {
  const own = rows.filter(({ kind }) => kind === KINDS[find.kind]);
  const things = own
    .filter(({ tier }) => tier >= 0)
    .map(({ tier, key, id }) => ({ tier, key, id, total: 0 }));
  const all = [...found, ...things];
  const counted = own.find(({ tier }) => tier < 0)?.id;
  const isAll = things.length < find.most;
  const total = isAll ? all.length : counted === undefined || counted > StepList.COUNTED ? about : counted;
  return { find, found: all, total: Math.max(total, all.length, counted ?? 0) };
}

/** The steps that a plain search of one kind takes; null where a term may be met in several ways. */
function stepsOf(
  { kind }: Find,
  meanings: Meaning[],
  [from, to]: [number, number],
  titlesOnly: boolean,
): StepList | null {
  const list = new StepList(KINDS[kind]);
  for (let level = from; level <= to; level++) {
    const about = estimate(meanings, kind, level);
    for (const { tier, terms } of tiersOf(meanings, kind, level, titlesOnly)) {
      if (terms.some((groups) => groups.length !== 1)) return null;
      list.add(
        tier,
        terms.flatMap(([group]) => group ?? []),
        about,
      );
    }
  }
  return list;
}

/** One kind's things from the one level of closeness to the other. */
async function findKind(
  db: DbOrTrx,
  find: Find,
  meanings: Meaning[],
  [from, to]: [number, number],
  titlesOnly = false,
): Promise<Hits> {
  const { kind, after } = find;
  const tiers = (first: number, last: number): Tier[] => {
    const each = [];
    for (let level = first; level <= last; level++) each.push(...tiersOf(meanings, kind, level, titlesOnly));
    return find.sort === 'relevance' || find.kind !== 'videos' ? each : each.slice(-1);
  };
  const count = (level: number) => estimate(meanings, kind, level);
  const before = from > EXACT ? (tiers(EXACT, from - 1).at(-1) ?? null) : null;
  if (count(to) <= MANY || to === from || find.sort !== 'relevance') {
    const asked = tiers(from, to);
    if (count(to) > MANY) return findMany(db, find, asked, before, count(to));
    const found = asked.length ? await collect(db, find, asked, before) : [];
    return { find, found, total: after ? 0 : (found[0]?.total ?? 0) };
  }
  // words that are everywhere: the closest ones first, the others only if those don't fill the page
  const near = await findKind(db, find, meanings, [from, from], titlesOnly);
  if (near.found.length >= find.most) return near;
  const far = await findKind(
    db,
    { ...find, most: find.most - near.found.length },
    meanings,
    [from + 1, to],
    titlesOnly,
  );
  return { find, found: [...near.found, ...far.found], total: near.total + far.total };
}

/** Things of words that are everywhere, step by step: from the best on, and by the index where that gives too few. */
async function findMany(
  db: DbOrTrx,
  find: Find,
  tiers: Tier[],
  before: Tier | null,
  total: number,
): Promise<Hits> {
  const { after } = find;
  const found: Found[] = [];
  const left = tiers.filter(({ tier }) => !after || tier >= after.tier);
  const fresh = left.filter(({ tier }) => tier !== after?.tier);
  const walked =
    fresh.length === tiers.length ? await walk(db, { ...find, after: null }, tiers, before) : null;
  for (const [at, tier] of tiers.entries()) {
    if (!left.includes(tier) || found.length >= find.most) continue;
    const need = { ...find, most: find.most - found.length, after: tier.tier === after?.tier ? after : null };
    const previous = tiers[at - 1] ?? before;
    const best = walked
      ? walked.filter((each) => each.tier === tier.tier)
      : await walk(db, need, [tier], previous);
    const enough = best.length >= need.most ? best : await collect(db, need, [tier], previous);
    found.push(...enough.slice(0, need.most));
  }
  return { find, found, total: after ? 0 : Math.max(total, found.length) };
}
