import { sql } from 'kysely';
import { z } from 'zod';
import { beforeAll, expect, test } from 'vitest';
import { moderation } from '#contract/moderation/moderation.ts';
import { search, type SearchAnswer } from '#contract/search/search.ts';
import { fetchFrom, startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { uniqueWord } from '#server/testing/unique-word.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { flushSearch } from './flush.actions.ts';
import { reindex } from './reindex.actions.ts';
import { sqlNumbers, sqlRows, sqlTexts } from '#server/app/database/read-rows.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  // a stopped clock: no cache entry expires
  const now = Date.now();
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
  admin = await site.signUp('GLOBAL_ADMIN');
});

/** All content of one creator, each item with a unique word. */
interface Fixture {
  creator: TestPerson;
  video: number;
  post: number;
  comment: number;
  guestComment: number;
  words: Record<'name' | 'bio' | 'video' | 'post' | 'comment' | 'guestComment', string>;
}

let count = 0;
const unique = (kind: string) => uniqueWord(`${kind}${++count}`);

async function make(): Promise<Fixture> {
  const words = {
    name: unique('nomen'),
    bio: unique('vita'),
    video: unique('pellicula'),
    post: unique('epistula'),
    comment: unique('verbum'),
    guestComment: unique('hospes'),
  };
  const creator = await site.signUp('CONTENT_CREATOR');
  await creator.fetch('/api/me', { method: 'PUT', json: { displayName: words.name, bio: words.bio } });
  const video = await addVideo(site.ctx, { uploader_id: creator.id, title: words.video });
  const other = await addVideo(site.ctx, { title: 'Somebody else' });
  const idOf = async (answer: Response) => (await bodyOf(answer, WithId)).id;
  const post = await idOf(await creator.fetch('/api/community/posts', { json: { content: words.post } }));
  const comment = await idOf(
    await creator.fetch(`/api/videos/${other}/comments`, { json: { text: words.comment } }),
  );
  const guestComment = await idOf(
    await site.visitor().fetch(`/api/videos/${video}/comments`, { json: { text: words.guestComment } }),
  );
  return { creator, video, post, comment, guestComment, words };
}

/** Changes made outside the routes leave cached responses a moment later. */
async function expectFound(words: Fixture['words'], wanted: string[]): Promise<void> {
  await expect.poll(() => found(words), { timeout: 60_000, interval: 100 }).toEqual(wanted);
}

/** The words that lead to a result, suggestion, count or correction. */
async function found(words: Fixture['words'], fetch = site.fetch): Promise<string[]> {
  const hits: string[] = [];
  for (const [what, word] of Object.entries(words)) {
    const traces: string[] = [];
    const get = async (path: string) => await bodyOf(fetch(path), z.unknown());
    // the word, with a letter wrong, its beginning
    for (const q of [word, `${word.slice(0, -1)}x`, word.slice(0, -1)]) {
      const answer = (await get(`/api/search?q=${q}`)) as SearchAnswer;
      const { nearest, corrected, more, ...found } = answer;
      if (found.videos.length + found.people.length + found.posts.length > 0) traces.push('found');
      if (nearest.includes(word) || corrected?.includes(word)) traces.push('hinted');
      if (q !== word && answer.words.includes(word)) traces.push('named');
      if (Object.values(more).some((count) => count > 0)) traces.push('counted');
    }
    const videos = (await get(`/api/videos?q=${word}`)) as unknown[];
    const { suggestions } = (await get(`/api/search/suggest?q=${word}`)) as { suggestions: unknown[] };
    if (videos.length + suggestions.length > 0) traces.push('listed');
    if (traces.length) hits.push(what);
  }
  return hits;
}

const EVERYTHING = ['name', 'bio', 'video', 'post', 'comment', 'guestComment'];
const without = (...hidden: string[]) => EVERYTHING.filter((each) => !hidden.includes(each));
const OF_VIDEO = ['video', 'guestComment'];

const post = (path: string, json: unknown = {}) => admin.fetch(path, { json });

const see = (creator: TestPerson, video: number, json: object) =>
  creator.fetch(`/api/submissions/${video}`, { method: 'PATCH', json });

/** Each action that hides content, what disappears, and how to undo it. */
const HIDE_ACTIONS: Record<
  string,
  { hide(fixture: Fixture): Promise<unknown>; hidden: string[]; show?(fixture: Fixture): Promise<unknown> }
> = {
  'video is unapproved': {
    hide: ({ video }) => post(`/api/submissions/${video}/unapprove`),
    hidden: OF_VIDEO,
    show: ({ video }) => post(`/api/submissions/${video}/approve`),
  },
  'video is unapproved and rejected': {
    hide: async ({ video }) => {
      await post(`/api/submissions/${video}/unapprove`);
      return post(`/api/submissions/${video}/reject`, { reason: 'Out of focus.' });
    },
    hidden: OF_VIDEO,
  },
  ...Object.fromEntries(
    ['UNLISTED', 'MEMBERS', 'PRIVATE'].map((visibility) => [
      `video is ${visibility}`,
      {
        hide: ({ video, creator }: Fixture) => see(creator, video, { visibility }),
        hidden: OF_VIDEO,
        show: ({ video, creator }: Fixture) => see(creator, video, { visibility: 'PUBLIC' }),
      },
    ]),
  ),
  'video comes out tomorrow': {
    hide: ({ video, creator }) =>
      see(creator, video, { publishAt: new Date(Date.now() + 86_400_000).toISOString() }),
    hidden: OF_VIDEO,
    show: ({ video, creator }) => see(creator, video, { publishAt: null }),
  },
  'video is archived': {
    hide: ({ video }) => post(`/api/admin/videos/${video}/soft-delete`, { reason: 'Old.' }),
    hidden: OF_VIDEO,
    show: ({ video }) => post(`/api/admin/videos/${video}/restore`),
  },
  'video is deleted for good': {
    hide: async ({ video }) => {
      await post(`/api/admin/videos/${video}/soft-delete`, { reason: 'Old.' });
      return post(`/api/admin/videos/${video}/hard-delete`);
    },
    hidden: OF_VIDEO,
  },
  'video is encoded again': {
    hide: ({ video }) =>
      site.ctx.db.updateTable('videos').set({ processing: 'PROCESSING' }).where('id', '=', video).execute(),
    hidden: OF_VIDEO,
    show: ({ video }) =>
      site.ctx.db.updateTable('videos').set({ processing: 'READY' }).where('id', '=', video).execute(),
  },
  'creator is suspended': {
    hide: ({ creator }) => post(`/api/admin/people/${creator.id}/suspend`, { reason: 'Rude.' }),
    hidden: EVERYTHING,
    show: ({ creator }) => post(`/api/admin/people/${creator.id}/unsuspend`),
  },
  'creator is deleted': {
    hide: ({ creator }) =>
      site.ctx.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', creator.id).execute(),
    hidden: ['name', 'bio'],
  },
  'creator is gone from the database': {
    hide: ({ creator }) => site.ctx.db.deleteFrom('users').where('id', '=', creator.id).execute(),
    hidden: ['name', 'bio'],
  },
  'creator takes another name and words': {
    hide: ({ creator }) =>
      creator.fetch('/api/me', { method: 'PUT', json: { displayName: 'Other', bio: 'Other' } }),
    hidden: ['name', 'bio'],
    show: ({ creator, words }) =>
      creator.fetch('/api/me', { method: 'PUT', json: { displayName: words.name, bio: words.bio } }),
  },
  'video gets another title': {
    hide: ({ video }) =>
      site.ctx.db.updateTable('videos').set({ title: 'Other' }).where('id', '=', video).execute(),
    hidden: ['video'],
  },
  'post is deleted by its author': {
    hide: ({ creator, post: id }) => creator.fetch(`/api/community/posts/${id}`, { method: 'DELETE' }),
    hidden: ['post'],
  },
  'post is hidden by an admin': {
    hide: ({ post: id }) => admin.fetch(`/api/community/posts/${id}`, { method: 'DELETE' }),
    hidden: ['post'],
  },
  'post is taken away and its author suspended by a moderator': {
    hide: ({ post: id }) =>
      post('/api/admin/reports/act', {
        action: 'SUSPEND',
        subjects: [{ subjectType: 'POST', subjectId: id }],
        reason: 'Rude.',
      }),
    hidden: EVERYTHING,
    show: async ({ post: id }) => {
      const acts = await admin.call(moderation.acts);
      return post(`/api/admin/moderation-acts/${acts.find(({ subjectId }) => subjectId === id)?.id}/undo`);
    },
  },
  'comment is hidden by a moderator': {
    hide: ({ guestComment }) =>
      post('/api/admin/reports/act', {
        action: 'HIDE',
        subjects: [{ subjectType: 'COMMENT', subjectId: guestComment }],
      }),
    hidden: ['guestComment'],
  },
  'post is changed': {
    hide: ({ creator, post: id }) =>
      creator.fetch(`/api/community/posts/${id}`, { method: 'PUT', json: { content: 'Other' } }),
    hidden: ['post'],
  },
  'post is held': {
    hide: ({ post: id }) =>
      site.ctx.db.updateTable('posts').set({ held_at: new Date() }).where('id', '=', id).execute(),
    hidden: ['post'],
    show: ({ post: id }) =>
      site.ctx.db.updateTable('posts').set({ held_at: null }).where('id', '=', id).execute(),
  },
  'comment is deleted': {
    hide: async ({ creator, comment }) => {
      const { video_id } = await site.ctx.db
        .selectFrom('comments')
        .select('video_id')
        .where('id', '=', comment)
        .executeTakeFirstOrThrow();
      return creator.fetch(`/api/videos/${video_id}/comments/${comment}`, { method: 'DELETE' });
    },
    hidden: ['comment'],
  },
  'comment is held': {
    hide: ({ guestComment }) =>
      site.ctx.db
        .updateTable('comments')
        .set({ held_at: new Date() })
        .where('id', '=', guestComment)
        .execute(),
    hidden: ['guestComment'],
  },
  'comment is hidden': {
    hide: ({ guestComment }) =>
      site.ctx.db
        .updateTable('comments')
        .set({ hidden_at: new Date() })
        .where('id', '=', guestComment)
        .execute(),
    hidden: ['guestComment'],
    show: ({ guestComment }) =>
      site.ctx.db.updateTable('comments').set({ hidden_at: null }).where('id', '=', guestComment).execute(),
  },
};

test.each(takeSample(Object.entries(HIDE_ACTIONS), 3))(
  'search no longer finds its content once the %s',
  async (_, { hide, hidden, show }) => {
    const fixture = await make();
    await expectFound(fixture.words, EVERYTHING);
    const answer = await hide(fixture);
    if (answer instanceof Response) expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    await expectFound(fixture.words, without(...hidden));
    // a rebuild restores nothing
    await reindex(site.ctx.db);
    await expectFound(fixture.words, without(...hidden));
    if (!show) return;
    await show(fixture);
    await expectFound(fixture.words, EVERYTHING);
  },
);

soakTest('what one process hides no other finds a moment later', async () => {
  const elsewhere = fetchFrom((await site.startAnother()).url);
  const { words, guestComment } = await make();
  await expect.poll(() => found(words, elsewhere), { timeout: 30_000 }).toEqual(EVERYTHING);
  // directly in SQL: only the triggers can notice
  await sql`update comments set hidden_at = now() where id = ${guestComment}`.execute(site.ctx.db);
  await expect.poll(() => found(words, elsewhere), { timeout: 30_000 }).toEqual(without('guestComment'));
});

test('a creator without public content is not found', async () => {
  const fixture = await make();
  await admin.fetch(`/api/community/posts/${fixture.post}`, { method: 'DELETE' });
  await post(`/api/admin/videos/${fixture.video}/soft-delete`, { reason: 'Old.' });
  await expectFound(fixture.words, ['comment']);
});

test('a hidden product is not found', async () => {
  const word = unique('vitrum');
  const [id] = await sqlNumbers`
    insert into products (name, price_cents, category) values (${word}, 100, 'Classic') returning id`.execute(
    site.ctx.db,
  );
  const count = async () => (await site.call(search.find, { query: { q: word } })).products.length;
  await expect.poll(count).toBe(1);
  await sql`update products set hidden_at = now() where id = ${id}`.execute(site.ctx.db);
  await expect.poll(count).toBe(0);
});

/**
 * A new column may be a new way to hide content: the views and triggers of 0015_search.sql must handle it.
 */
test('searched tables have exactly the columns that search was built for', async () => {
  const rows = await sqlRows(z.object({ name: z.string(), columns: z.string() }))`
    select table_name as name, string_agg(column_name, ' ' order by column_name) as columns from information_schema.columns
    where table_schema = 'public' and table_name in ('users', 'videos', 'posts', 'comments', 'products') group by 1 order by 1`.execute(
    site.ctx.db,
  );
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toMatchInlineSnapshot(`
    {
      "comments": "author_id created_at deleted_at edited_at guest_name held_at held_for_creator hidden_at hidden_with id like_count person reply_count reply_to text thread_id video_id",
      "posts": "author_id content created_at deleted_at edited_at held_at hidden_at hidden_with id like_count reply_count reply_to thread_id",
      "products": "care category created_at description fit hidden_at id image_alts images lens name options price_cents safety stock updated_at",
      "users": "bio created_at deleted_at display_name email email_verified_at follower_count history_paused id invitation_id language password_hash profile_image role sensitive sign_in_epoch sign_up_language support_link suspend_reason suspended_at username",
      "videos": "accuracy admin_labels approved_at archive_reason archived_at archived_by_creator candidates captions category checked_at comment_count comments_held comments_off created_at description downloadable duration_ms edit edited_at external_avatar external_creator external_likes external_refreshed_at external_thumbnail external_url external_views failure_reason featured_position first_published focus_x focus_y former_revs height hls_key id is_featured is_live is_public is_trending labels latitude like_count location_address location_city location_country location_name location_state longitude media_rev mp4_key mp4_lines origin original_height original_key original_ms original_sha256 original_size original_thumbnail_key original_width pending_change pending_thumbnail_key pinned_comment_id placeholder poster_key processing processing_percent publish_at published_keys published_url reject_at_ms reject_reason replaces reviewed_at reviewed_by rotation_rank source source_id status storyboard_key submitted_at support_link title uploader_id uploader_suspended version view_count visibility was_public width",
    }
  `);
});

test('words that occur only in hidden content are not suggested, although they are indexed', async () => {
  const { words, video } = await make();
  const started = words.video.slice(0, -2);
  const shown = await addVideo(site.ctx, { title: `${started} afternoon` });
  const named = async () => (await site.call(search.find, { query: { q: started } })).words;
  await expect.poll(named, { timeout: 30_000 }).toEqual([started, words.video]);
  await post(`/api/submissions/${video}/unapprove`);
  await expect.poll(named, { timeout: 30_000 }).toEqual([started]);
  const { rows } = await sql`select from search_words where word = ${words.video}`.execute(site.ctx.db);
  expect(rows).toHaveLength(1);
  await sql`delete from videos where id = ${shown}`.execute(site.ctx.db);
  await expect
    .poll(async () => (await site.call(search.find, { query: { q: `${words.video}x` } })).nearest)
    .toEqual([]);
});

test('a rebuild produces the same rows while users write', async () => {
  const dump = async () =>
    await sqlTexts`select kind || ' ' || id || ' ' || words::text as row from search_docs order by kind, id`.execute(
      site.ctx.db,
    );
  await flushSearch(site.ctx.db);
  const before = await dump();
  await sql`update search_docs set words = '' where id % 2 = 0`.execute(site.ctx.db);
  await sql`insert into search_docs (kind, id, words) values (1, 999999999, 'gone')`.execute(site.ctx.db);
  const [fixture] = await Promise.all([make(), reindex(site.ctx.db)]);
  await expectFound(fixture.words, EVERYTHING);
  const after = await dump();
  expect(after.filter((row) => before.includes(row))).toEqual(before);
});
