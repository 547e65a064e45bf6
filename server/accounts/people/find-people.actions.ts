import type { Db } from '#server/app/database/database.ts';
import { matchWithTypos } from '#server/search/typo-tolerance.actions.ts';
import { PAGE, listNames, listPeople, type PeopleFilter } from './people.store.ts';

/** So many of the newest are looked through for what may have been meant. */
const RECENT = 10_000;

/** One page of people. Without an exact match: similar names. */
export async function findPeople(db: Db, filter: PeopleFilter & { cursor?: string | undefined }) {
  const page = await listPeople(db, filter);
  if (page.items.length || filter.q === null || filter.cursor) return page;
  const isMeant = matchWithTypos(filter.q);
  const ids = (await listNames(db, filter, RECENT))
    .filter(({ text }) => isMeant(text))
    .slice(0, PAGE)
    .map(({ id }) => id);
  return ids.length ? listPeople(db, { q: null, ids }) : page;
}
