import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { moderation } from '#contract/moderation/moderation.ts';
import { search, type SearchAnswer } from '#contract/search/search.ts';
import { fetchFrom, startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { takeSample } from '#server/testing/soak.ts';
import { wordFor } from '#server/testing/words.ts';
import { addVideo } from '#server/testing/videos.ts';
import { flushSearch } from './flush.actions.ts';
import { reindex } from './reindex.actions.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  // time stands still: nothing that is kept runs out by itself
  const now = Date.now();
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
  admin = await site.signUp('GLOBAL_ADMIN');
});

/** Everything of one creator, each with a word that nothing else has. */
interface Things {
  creator: TestPerson;
  clip: number;
  post: number;
  comment: number;
  guestComment: number;
  words: Record<'name' | 'bio' | 'clip' | 'post' | 'comment' | 'guestComment', string>;
}

let made = 0;
const unique = (kind: string) => wordFor(`${kind}${++made}`);

async function make(): Promise<Things> {
  const words = {
    name: unique('nomen'),
    bio: unique('vita'),
    clip: unique('pellicula'),
    post: unique('epistula'),
    comment: unique('verbum'),
    guestComment: unique('hospes'),
  };
  const creator = await site.signUp('CONTENT_CREATOR');
  await creator.fetch('/api/me', { method: 'PUT', json: { displayName: words.name, bio: words.bio } });
  const clip = await addVideo(site.ctx, { uploader_id: creator.id, title: words.clip });
  const other = await addVideo(site.ctx, { title: 'Somebody else' });
  const idOf = async (answer: Response) => ((await answer.json()) as { id: number }).id;
  const post = await idOf(await creator.fetch('/api/community/posts', { json: { content: words.post } }));
  const comment = await idOf(
    await creator.fetch(`/api/videos/${other}/comments`, { json: { text: words.comment } }),
  );
  const guestComment = await idOf(
    await site.visitor().fetch(`/api/videos/${clip}/comments`, { json: { text: words.guestComment } }),
  );
  return { creator, clip, post, comment, guestComment, words };
}

/** What was changed past the routes is gone from kept answers a moment later. */
async function expectFound(words: Things['words'], wanted: string[]): Promise<void> {
  await expect.poll(() => found(words), { timeout: 60_000, interval: 100 }).toEqual(wanted);
}

/** Which of the words lead anywhere: found, suggested, counted, or named as what was meant. */
async function found(words: Things['words'], fetch = site.fetch): Promise<string[]> {
  const hits: string[] = [];
  for (const [what, word] of Object.entries(words)) {
    const traces: string[] = [];
    const get = async (path: string) => (await (await fetch(path)).json()) as unknown;
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

const EVERYTHING = ['name', 'bio', 'clip', 'post', 'comment', 'guestComment'];
const without = (...gone: string[]) => EVERYTHING.filter((each) => !gone.includes(each));
const OF_CLIP = ['clip', 'guestComment'];

const post = (path: string, json: unknown = {}) => admin.fetch(path, { json });

const see = (creator: TestPerson, clip: number, json: object) =>
  creator.fetch(`/api/submissions/${clip}`, { method: 'PATCH', json });

/** Each way a thing can go away; what is gone then; and how it comes back. */
const WAYS: Record<
  string,
  { hide(things: Things): Promise<unknown>; gone: string[]; show?(things: Things): Promise<unknown> }
> = {
  'clip is unapproved': {
    hide: ({ clip }) => post(`/api/submissions/${clip}/unapprove`),
    gone: OF_CLIP,
    show: ({ clip }) => post(`/api/submissions/${clip}/approve`),
  },
  'clip is unapproved and rejected': {
    hide: async ({ clip }) => {
      await post(`/api/submissions/${clip}/unapprove`);
      return post(`/api/submissions/${clip}/reject`, { reason: 'Out of focus.' });
    },
    gone: OF_CLIP,
  },
  ...Object.fromEntries(
    ['UNLISTED', 'MEMBERS', 'PRIVATE'].map((visibility) => [
      `clip is ${visibility}`,
      {
        hide: ({ clip, creator }: Things) => see(creator, clip, { visibility }),
        gone: OF_CLIP,
        show: ({ clip, creator }: Things) => see(creator, clip, { visibility: 'PUBLIC' }),
      },
    ]),
  ),
  'clip comes out tomorrow': {
    hide: ({ clip, creator }) =>
      see(creator, clip, { publishAt: new Date(Date.now() + 86_400_000).toISOString() }),
    gone: OF_CLIP,
    show: ({ clip, creator }) => see(creator, clip, { publishAt: null }),
  },
  'clip is archived': {
    hide: ({ clip }) => post(`/api/admin/videos/${clip}/soft-delete`, { reason: 'Old.' }),
    gone: OF_CLIP,
    show: ({ clip }) => post(`/api/admin/videos/${clip}/restore`),
  },
  'clip is deleted for good': {
    hide: async ({ clip }) => {
      await post(`/api/admin/videos/${clip}/soft-delete`, { reason: 'Old.' });
      return post(`/api/admin/videos/${clip}/hard-delete`);
    },
    gone: OF_CLIP,
  },
  'clip is encoded again': {
    hide: ({ clip }) =>
      site.ctx.db.updateTable('videos').set({ processing: 'PROCESSING' }).where('id', '=', clip).execute(),
    gone: OF_CLIP,
    show: ({ clip }) =>
      site.ctx.db.updateTable('videos').set({ processing: 'READY' }).where('id', '=', clip).execute(),
  },
  'creator is suspended': {
    hide: ({ creator }) => post(`/api/admin/people/${creator.id}/suspend`, { reason: 'Rude.' }),
    gone: EVERYTHING,
    show: ({ creator }) => post(`/api/admin/people/${creator.id}/unsuspend`),
  },
  'creator is deleted': {
    hide: ({ creator }) =>
      site.ctx.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', creator.id).execute(),
    gone: ['name', 'bio'],
  },
  'creator is gone from the database': {
    hide: ({ creator }) => site.ctx.db.deleteFrom('users').where('id', '=', creator.id).execute(),
    gone: ['name', 'bio'],
  },
  'creator takes another name and words': {
    hide: ({ creator }) =>
      creator.fetch('/api/me', { method: 'PUT', json: { displayName: 'Other', bio: 'Other' } }),
    gone: ['name', 'bio'],
    show: ({ creator, words }) =>
      creator.fetch('/api/me', { method: 'PUT', json: { displayName: words.name, bio: words.bio } }),
  },
  'clip gets another title': {
    hide: ({ clip }) =>
      site.ctx.db.updateTable('videos').set({ title: 'Other' }).where('id', '=', clip).execute(),
    gone: ['clip'],
  },
  'post is deleted by its author': {
    hide: ({ creator, post: id }) => creator.fetch(`/api/community/posts/${id}`, { method: 'DELETE' }),
    gone: ['post'],
  },
  'post is hidden by an admin': {
    hide: ({ post: id }) => admin.fetch(`/api/community/posts/${id}`, { method: 'DELETE' }),
    gone: ['post'],
  },
  'post is taken away and its author suspended by a moderator': {
    hide: ({ post: id }) =>
      post('/api/admin/reports/act', {
        action: 'SUSPEND',
        subjects: [{ subjectType: 'POST', subjectId: id }],
        reason: 'Rude.',
      }),
    gone: EVERYTHING,
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
    gone: ['guestComment'],
  },
  'post is changed': {
    hide: ({ creator, post: id }) =>
      creator.fetch(`/api/community/posts/${id}`, { method: 'PUT', json: { content: 'Other' } }),
    gone: ['post'],
  },
  'post is held': {
    hide: ({ post: id }) =>
      site.ctx.db.updateTable('posts').set({ held_at: new Date() }).where('id', '=', id).execute(),
    gone: ['post'],
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
    gone: ['comment'],
  },
  'comment is held': {
    hide: ({ guestComment }) =>
      site.ctx.db
        .updateTable('comments')
        .set({ held_at: new Date() })
        .where('id', '=', guestComment)
        .execute(),
    gone: ['guestComment'],
  },
  'comment is hidden': {
    hide: ({ guestComment }) =>
      site.ctx.db
        .updateTable('comments')
        .set({ hidden_at: new Date() })
        .where('id', '=', guestComment)
        .execute(),
    gone: ['guestComment'],
    show: ({ guestComment }) =>
      site.ctx.db.updateTable('comments').set({ hidden_at: null }).where('id', '=', guestComment).execute(),
  },
};

test.each(takeSample(Object.entries(WAYS), 7))(
  'nothing of it is found once the %s',
  async (_, { hide, gone, show }) => {
    const things = await make();
    await expectFound(things.words, EVERYTHING);
    const answer = await hide(things);
    if (answer instanceof Response) expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    await expectFound(things.words, without(...gone));
    // a rebuild brings nothing back
    await reindex(site.ctx.db);
    await expectFound(things.words, without(...gone));
    if (!show) return;
    await show(things);
    await expectFound(things.words, EVERYTHING);
  },
);

test('what one process hides no other finds a moment later', async () => {
  const elsewhere = fetchFrom((await site.startAnother()).url);
  const { words, guestComment } = await make();
  await expect.poll(() => found(words, elsewhere), { timeout: 30_000 }).toEqual(EVERYTHING);
  // past every route: only the database itself can tell
  await sql`update comments set hidden_at = now() where id = ${guestComment}`.execute(site.ctx.db);
  await expect.poll(() => found(words, elsewhere), { timeout: 30_000 }).toEqual(without('guestComment'));
});

test('a creator without anything public is nobody', async () => {
  const things = await make();
  await admin.fetch(`/api/community/posts/${things.post}`, { method: 'DELETE' });
  await post(`/api/admin/videos/${things.clip}/soft-delete`, { reason: 'Old.' });
  await expectFound(things.words, ['comment']);
});

test('a hidden product is not found', async () => {
  const word = unique('vitrum');
  const { rows } = await sql<{ id: number }>`
    insert into products (name, price_cents, category) values (${word}, 100, 'Classic') returning id`.execute(
    site.ctx.db,
  );
  const count = async () => (await site.call(search.find, { query: { q: word } })).products.length;
  await expect.poll(count).toBe(1);
  await sql`update products set hidden_at = now() where id = ${rows[0]?.id}`.execute(site.ctx.db);
  await expect.poll(count).toBe(0);
});

/** A new column may be a new way to hide something: then the views and triggers of 0015_search.sql must know it. */
test('the tables that are searched have the columns that search was made for', async () => {
  const { rows } = await sql<{ name: string; columns: string }>`
    select table_name as name, string_agg(column_name, ' ' order by column_name) as columns from information_schema.columns
    where table_schema = 'public' and table_name in ('users', 'videos', 'posts', 'comments', 'products') group by 1 order by 1`.execute(
    site.ctx.db,
  );
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toMatchInlineSnapshot(`
    {
      "comments": "author_id created_at deleted_at edited_at guest_name held_at held_for_creator hidden_at hidden_with id like_count person reply_count reply_to text thread_id video_id",
      "posts": "author_id content created_at deleted_at edited_at held_at hidden_at hidden_with id like_count reply_count reply_to thread_id",
      "products": "care category created_at description fit hidden_at id image_alts images lens name price_cents stock updated_at",
      "users": "bio created_at deleted_at display_name email email_verified_at follower_count id invitation_id language password_hash profile_image role sign_in_epoch sign_up_language suspend_reason suspended_at username",
      "videos": "accuracy approved_at archive_reason archived_at archived_by_creator candidates captions category checked_at comment_count comments_held comments_off created_at description duration_ms edited_at external_avatar external_creator external_likes external_refreshed_at external_thumbnail external_url external_views failure_reason featured_position first_published former_revs height hls_key id is_featured is_live is_public is_trending latitude like_count location_address location_city location_country location_name location_state longitude media_rev mp4_key mp4_lines origin original_key original_sha256 original_size original_thumbnail_key pending_change pending_thumbnail_key pinned_comment_id placeholder poster_key processing processing_percent publish_at published_keys published_url reject_at_ms reject_reason replaces reviewed_at reviewed_by rotation_rank source source_id status storyboard_key submitted_at title uploader_id uploader_suspended view_count visibility was_public width",
    }
  `);
});

test('words that only hidden things hold are told to nobody, though the index has them', async () => {
  const { words, clip } = await make();
  const started = words.clip.slice(0, -2);
  const shown = await addVideo(site.ctx, { title: `${started} afternoon` });
  const named = async () => (await site.call(search.find, { query: { q: started } })).words;
  await expect.poll(named, { timeout: 30_000 }).toEqual([started, words.clip]);
  await post(`/api/submissions/${clip}/unapprove`);
  await expect.poll(named, { timeout: 30_000 }).toEqual([started]);
  const { rows } = await sql`select from search_words where word = ${words.clip}`.execute(site.ctx.db);
  expect(rows).toHaveLength(1);
  await sql`delete from videos where id = ${shown}`.execute(site.ctx.db);
  await expect
    .poll(async () => (await site.call(search.find, { query: { q: `${words.clip}x` } })).nearest)
    .toEqual([]);
});

test('a rebuild gives the same rows while people write', async () => {
  const dump = async () =>
    (
      await sql<{
        row: string;
      }>`select kind || ' ' || id || ' ' || words::text as row from search_docs order by kind, id`.execute(
        site.ctx.db,
      )
    ).rows.map(({ row }) => row);
  await flushSearch(site.ctx.db);
  const before = await dump();
  await sql`update search_docs set words = '' where id % 2 = 0`.execute(site.ctx.db);
  await sql`insert into search_docs (kind, id, words) values (1, 999999999, 'gone')`.execute(site.ctx.db);
  const things = make();
  await Promise.all([reindex(site.ctx.db), things]);
  await expectFound((await things).words, EVERYTHING);
  const after = await dump();
  expect(after.filter((row) => before.includes(row))).toEqual(before);
});
