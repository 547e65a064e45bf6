import { sql } from 'kysely';
import type { SearchSort } from '#contract/search.ts';
import type { Category } from '#contract/videos.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { KINDS, type Kind } from './search.rules.ts';

/** Numbers of which a thing holds one or more, as PostgreSQL writes an array: '{1,2}'. */
export type AnyOf = string;
export const anyOf = (tokens: number[]): AnyOf => `{${tokens.join()}}`;

/** A step from what fits best to what fits least; a thing belongs to the first that it meets. */
export interface Step {
  tier: number;
  /** Each term is met by one of its ways, a way by a token of each set. */
  terms: AnyOf[][][];
  /** Numbers of words that stand side by side. */
  neighbours: AnyOf[];
  /** Met by so many that the best things are looked through first. */
  isMany: boolean;
  /** What is said in clips is looked through, too. */
  isSpoken: boolean;
  /** What meets it came on earlier pages. */
  isPast: boolean;
}

export interface Place {
  tier: number;
  key: number;
  id: number;
}

export interface Filters {
  category?: Category | undefined;
  /** Seconds that it has been public at most. */
  since?: number | undefined;
  /** From so many milliseconds on, below so many. */
  lengths?: [number, number] | undefined;
}

/** What search_steps() of the database is asked. */
export interface StepsAsked extends Filters {
  kind: Kind;
  sort: SearchSort;
  steps: Step[];
  most: number;
  after: Place | null;
  /** Whether all are counted where the page is full. */
  isCounted: boolean;
  /** Found already. */
  known: number[];
  /** Tokens that nothing found may hold. */
  excluded: AnyOf;
  /** Parts of the plain text that everything found holds. */
  phrases: string[];
}

export interface FoundRow extends Place {
  kind: number;
}

/** Walks the steps of some kinds, each by itself. A row of tier -1 tells by its id how many there are of a kind. */
export async function runSteps(db: DbOrTrx, asked: StepsAsked[]): Promise<FoundRow[]> {
  const each = asked
    .filter(({ steps }) => steps.length > 0)
    .map(({ kind, ...others }) => ({ kind: KINDS[kind], ...others }));
  if (!each.length) return [];
  const { rows } = await sql<FoundRow>`
    select found.* from jsonb_array_elements(${JSON.stringify(each)}::jsonb) asked, search_steps(asked) found`.execute(
    db,
  );
  return rows;
}

/** Those of these tokens that some things hold. */
export async function heldBy(db: DbOrTrx, things: [Kind, number][], tokens: number[]): Promise<Set<number>> {
  if (!things.length || !tokens.length) return new Set();
  const { rows } = await sql<{ token: number }>`
    select distinct token from unnest(${things.map(([kind]) => KINDS[kind])}::int[], ${things.map(([, id]) => id)}::bigint[]) thing(kind, id)
      join search_docs d on d.kind = thing.kind and d.id = thing.id, unnest(d.tokens || d.spoken) token
    where token = any(${tokens}::int[])`.execute(db);
  return new Set(rows.map(({ token }) => token));
}

/**
 * Of each set of tokens, whether anything that can be found holds one. Of rare ones by counting them: by `exists` the
 * planner would look through all things.
 */
export async function areHeld(
  db: DbOrTrx,
  sets: { tokens: number[]; isMany: boolean }[],
): Promise<boolean[]> {
  if (!sets.length) return [];
  const { rows } = await sql<{ held: boolean }>`
    select case when is_many then exists (select from search_docs d where (d.tokens || d.spoken) && asked.tokens::int[])
      else (select count(*) > 0 from search_docs d where (d.tokens || d.spoken) && asked.tokens::int[]) end as held
    from unnest(${sets.map(({ tokens }) => anyOf(tokens))}::text[], ${sets.map(({ isMany }) => isMany)}::boolean[]) with ordinality asked(tokens, is_many, place)
    order by place`.execute(db);
  return rows.map(({ held }) => held);
}
