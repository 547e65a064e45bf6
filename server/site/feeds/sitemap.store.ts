import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db } from '#server/app/database/database.ts';
import { isSensitive, publishedUrls } from '#server/videos/videos.rows.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/** Ids of one page at most: what a sitemap may hold is five times as many (sitemaps.org). */
export const PAGE_IDS = 10_000;

/** Rows that are read at once, so that a page of any size takes little memory. */
const BATCH = 1_000;

const SitemapPage = z.object({
  /** From 1: it holds the ids above (page − 1) × 10,000, up to page × 10,000. */
  page: z.number(),
  entries: z.number(),
  changedAt: z.string(),
});
export type SitemapPage = z.output<typeof SitemapPage>;

/** One item with a page of its own. */
export interface SitemapEntry {
  id: number;
  path: string;
  changedAt: string;
  video: SitemapVideo | null;
}

export interface SitemapVideo {
  title: string;
  description: string | null;
  seconds: number;
  views: number;
  publishedAt: string;
  /** Addresses, whole or from the root. */
  thumbnail: string;
  file: string | null;
  isSensitive: boolean;
}

export const SITEMAP_KINDS = ['clips', 'posts', 'products', 'creators', 'series', 'tags'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** ISO 8601: rows without dates to parse and to write again. */
const iso = (time: RawBuilder<unknown>) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const CHANGED_AT = iso(sql.ref('changed_at'));

interface EntrySource {
  /** Where their ids are from. */
  table: 'videos' | 'posts' | 'products' | 'users' | 'series' | 'tags';
  /** `id` and `changed_at` of each. */
  rows: RawBuilder<unknown>;
}

/** What of each kind is everybody's, and when it changed last. */
const ENTRY_SOURCES: Record<SitemapKind, EntrySource> = {
  clips: {
    table: 'videos',
    rows: sql`select id, greatest(approved_at, edited_at) as changed_at from videos where is_public`,
  },
  posts: {
    table: 'posts',
    rows: sql`select id, coalesce(edited_at, created_at) as changed_at from posts
      where thread_id is null and hidden_at is null and held_at is null and deleted_at is null`,
  },
  products: {
    table: 'products',
    rows: sql`select id, updated_at as changed_at from products where hidden_at is null`,
  },
  creators: {
    table: 'users',
    rows: sql`select u.id, greatest(u.created_at, (select max(v.approved_at) from videos v where v.uploader_id = u.id and v.is_public)) as changed_at
      from user_totals t join users u on u.id = t.user_id where t.is_listed and t.videos + t.posts > 0`,
  },
  series: {
    table: 'series',
    rows: sql`select s.id, greatest(s.updated_at, max(v.approved_at)) as changed_at
      from series s join users u on u.id = s.user_id and u.suspended_at is null and u.deleted_at is null
      join series_items i on i.series_id = s.id join videos v on v.id = i.video_id and v.is_public group by s.id`,
  },
  tags: {
    table: 'tags',
    rows: sql`select id, max(changed_at) as changed_at from (
      select t.id, greatest(v.approved_at, v.edited_at) as changed_at
        from tags t join video_tags vt on vt.tag = t.name join videos v on v.id = vt.video_id and v.is_public where t.blocked_at is null
      union all select t.id, coalesce(p.edited_at, p.created_at)
        from tags t join post_tags pt on pt.tag = t.name join posts p on p.id = pt.post_id
        where t.blocked_at is null and p.hidden_at is null and p.held_at is null and p.deleted_at is null) tagged group by id`,
  },
};

/**
 * The non-empty pages of a kind: each is read by its range of ids, so that a million videos are not sorted.
 */
export async function listSitemapPages(db: Db, kind: SitemapKind): Promise<SitemapPage[]> {
  const { table, rows: source } = ENTRY_SOURCES[kind];
  return await sqlRows(SitemapPage)`
    select page, entries, changed_at as "changedAt"
    from generate_series(1, (select (max(id) - 1) / ${PAGE_IDS}::int + 1 from ${sql.table(table)})::int) as page
    cross join lateral (
      select count(*)::int as entries, ${iso(sql`max(changed_at)`)} as changed_at
      from (${source}) as things where id > (page - 1) * ${PAGE_IDS}::bigint and id <= page * ${PAGE_IDS}::bigint
    ) as found
    where entries > 0 order by page`.execute(db);
}

/** The items of one page by their ids, in batches. */
export async function* readSitemapPage(
  db: Db,
  kind: SitemapKind,
  page: number,
): AsyncGenerator<SitemapEntry[]> {
  const last = page * PAGE_IDS;
  let next = ENTRY_READERS[kind](db, last - PAGE_IDS, last);
  for (;;) {
    const batch = await next;
    const isLast = batch.length < BATCH;
    // read while this one is written; who asks no more lets go of it
    if (!isLast) {
      next = ENTRY_READERS[kind](db, batch.at(-1)?.id ?? last, last);
      next.catch(() => undefined);
    }
    if (batch.length > 0) yield batch;
    if (isLast) return;
  }
}

async function readVideoEntries(db: Db, after: number, last: number): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('videos')
    .where('is_public', '=', true)
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(BATCH)
    .select([
      'id',
      'title',
      'description',
      'duration_ms',
      'poster_key',
      'mp4_key',
      'published_url',
      'published_keys',
      'view_count',
      'external_views',
      isSensitive.as('sensitive'),
      iso(sql`coalesce(approved_at, created_at)`).as('published_at'),
      iso(sql`greatest(coalesce(approved_at, created_at), edited_at)`).as('changed_at'),
    ])
    .execute();
  return rows.map((row) => {
    const url = publishedUrls(row);
    return {
      id: row.id,
      path: `/video/${row.id}`,
      changedAt: row.changed_at,
      video: row.poster_key
        ? {
            title: row.title,
            description: row.description,
            seconds: Math.round(row.duration_ms / 1000),
            views: row.view_count + (row.external_views ?? 0),
            publishedAt: row.published_at,
            thumbnail: row.sensitive ? `/api/videos/${row.id}/blurred.jpg` : url(row.poster_key),
            isSensitive: row.sensitive,
            file: row.mp4_key && url(row.mp4_key),
          }
        : null,
    };
  });
}

/** Entries of a kind; `name` is what their addresses are made of, beside their ids. */
const readEntries =
  (kind: SitemapKind, pathOf: (row: { id: number; name: string }) => string, name = sql`''`) =>
  async (db: Db, after: number, last: number): Promise<SitemapEntry[]> => {
    const { table, rows: source } = ENTRY_SOURCES[kind];
    const { rows } = await sql<{ id: number; name: string; changedAt: string }>`
      select things.id, ${name} as name, ${CHANGED_AT} as "changedAt"
      from (${source}) as things join ${sql.table(table)} as own on own.id = things.id
      where things.id > ${after} and things.id <= ${last} order by things.id limit ${BATCH}`.execute(db);
    return rows.map((row) => ({ id: row.id, path: pathOf(row), changedAt: row.changedAt, video: null }));
  };

const ENTRY_READERS: Record<SitemapKind, (db: Db, after: number, last: number) => Promise<SitemapEntry[]>> = {
  clips: readVideoEntries,
  posts: readEntries('posts', ({ id }) => `/community/${id}`),
  products: readEntries('products', ({ id }) => `/shop/${id}`),
  creators: readEntries('creators', ({ name }) => `/creators/${encodeURIComponent(name)}`, sql`own.username`),
  series: readEntries('series', ({ id }) => `/series/${id}`),
  tags: readEntries('tags', ({ name }) => `/tags/${encodeURIComponent(name)}`, sql`own.name`),
};
