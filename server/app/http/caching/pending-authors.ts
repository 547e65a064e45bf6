import type { Db } from '#server/app/database/database.ts';
import type { ResponseCache, StoredResponse } from './response-cache.ts';
import { sqlTexts } from '#server/app/database/read-rows.ts';

/** Beyond this everyone who is known gets their own response, instead of the shared one. */
const MAX_LISTED = 10_000;

export interface PendingAuthors {
  /** Whether this person ('u<id>' or 'v<visitor>') has text pending review, which only they see in lists. */
  has(person: string): Promise<boolean>;
  /** As `has`, without asking the database; null: not known. */
  hasNow(person: string): boolean | null;
}

export function openPendingAuthors(db: Db, cache: ResponseCache): PendingAuthors {
  let known: { from: StoredResponse; authors: ReadonlySet<string> | null } | null = null;
  return {
    async has(person) {
      const from = await cache.get('pending authors', ['comments', 'community'], async () => ({
        body: (await listPendingAuthors(db)).join('\n'),
        headers: {},
      }));
      if (known?.from !== from) {
        const authors = from.body.toString().split('\n');
        known = { from, authors: authors.length > MAX_LISTED ? null : new Set(authors) };
      }
      return known.authors?.has(person) ?? true;
    },
    hasNow: (person) => (known?.from.canSend() ? (known.authors?.has(person) ?? true) : null),
  };
}

async function listPendingAuthors(db: Db): Promise<string[]> {
  return await sqlTexts`
    select person from comments where held_at is not null and hidden_at is null and deleted_at is null
    union
    select 'u' || author_id from posts
      where author_id is not null and held_at is not null and hidden_at is null and deleted_at is null
    limit ${MAX_LISTED + 1}`.execute(db);
}
