import { randomBytes } from 'node:crypto';
import { insertUpload } from '#server/submissions/uploads.store.ts';
import type { TestPerson, TestSite } from './site.ts';
import type { Sample } from './samples/sample.ts';
import { addVideo } from './videos.ts';

type Subject =
  | 'comment'
  | 'post'
  | 'pendingPost'
  | 'invitation'
  | 'session'
  | 'passkey'
  | 'export'
  | 'pending'
  | 'rejected'
  | 'track'
  | 'upload'
  | 'order'
  | 'playlist'
  | 'key'
  | 'series'
  | 'archive';

/** Expected statuses for a guest, another creator, an admin and the owner at a route to an owned resource. */
interface PersonalRoute extends Omit<Sample, 'params'> {
  route: string;
  subject: Subject;
  answers: [guest: number, other: number, admin: number, owner: number];
  init?: RequestInit;
}

const TUS = { headers: { 'tus-resumable': '1.0.0' } };
const BYTES = {
  body: 'xx',
  headers: { ...TUS.headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
};

export const PERSONAL: PersonalRoute[] = [
  {
    route: 'DELETE /api/videos/{id}/comments/{commentId}',
    subject: 'comment',
    answers: [404, 404, 204, 204],
  },
  { route: 'PUT /api/videos/{id}/comments/{commentId}', subject: 'comment', answers: [404, 404, 404, 200] },
  {
    route: 'POST /api/videos/{id}/comments/{commentId}/pin',
    subject: 'comment',
    answers: [401, 403, 204, 204],
  },
  {
    route: 'DELETE /api/videos/{id}/comments/{commentId}/pin',
    subject: 'comment',
    answers: [401, 403, 204, 204],
  },
  { route: 'PUT /api/videos/{id}/comments-off', subject: 'comment', answers: [401, 403, 200, 200] },
  { route: 'GET /api/community/posts/{id}', subject: 'pendingPost', answers: [404, 404, 200, 200] },
  { route: 'GET /api/community/posts/{id}/replies', subject: 'pendingPost', answers: [404, 404, 404, 200] },
  { route: 'PUT /api/community/posts/{id}', subject: 'post', answers: [401, 404, 404, 200] },
  { route: 'DELETE /api/community/posts/{id}', subject: 'post', answers: [401, 404, 204, 204] },
  { route: 'DELETE /api/me/invitations/{id}', subject: 'invitation', answers: [401, 404, 404, 204] },
  { route: 'DELETE /api/me/sessions/{id}', subject: 'session', answers: [401, 404, 404, 204] },
  { route: 'PUT /api/me/passkeys/{id}', subject: 'passkey', answers: [401, 404, 404, 200] },
  { route: 'DELETE /api/me/passkeys/{id}', subject: 'passkey', answers: [401, 404, 404, 204] },
  { route: 'POST /api/me/exports/{id}/link', subject: 'export', answers: [401, 404, 404, 200] },
  { route: 'GET /api/submissions/{id}', subject: 'pending', answers: [401, 404, 200, 200] },
  { route: 'GET /api/submissions/{id}/original', subject: 'pending', answers: [401, 404, 200, 200] },
  { route: 'GET /api/submissions/{id}/events', subject: 'pending', answers: [401, 404, 200, 200] },
  {
    route: 'PATCH /api/submissions/{id}',
    subject: 'pending',
    answers: [401, 404, 200, 200],
    body: { visibility: 'UNLISTED' },
  },
  // its owner sends no file here, and none is pending
  { route: 'POST /api/submissions/{id}/file', subject: 'pending', answers: [401, 404, 404, 415] },
  { route: 'DELETE /api/submissions/{id}/file', subject: 'pending', answers: [401, 404, 404, 404] },
  { route: 'POST /api/submissions/{id}/archive', subject: 'pending', answers: [401, 404, 200, 200] },
  // it wasn't archived
  { route: 'POST /api/submissions/{id}/unarchive', subject: 'pending', answers: [401, 404, 409, 409] },
  // nothing is pending
  {
    route: 'POST /api/videos/{id}/comments/{commentId}/approve',
    subject: 'comment',
    answers: [401, 403, 404, 404],
  },
  { route: 'DELETE /api/submissions/{id}', subject: 'pending', answers: [401, 404, 404, 204] },
  { route: 'POST /api/submissions/{id}/resubmit', subject: 'rejected', answers: [401, 404, 409, 200] },
  // its owner sends no picture here
  { route: 'PUT /api/submissions/{id}/thumbnail', subject: 'pending', answers: [401, 404, 415, 415] },
  {
    route: 'GET /api/submissions/resumable/{upload}',
    subject: 'upload',
    init: TUS,
    answers: [401, 404, 404, 204],
  },
  {
    route: 'PATCH /api/submissions/resumable/{upload}',
    subject: 'upload',
    init: BYTES,
    answers: [401, 404, 404, 204],
  },
  {
    route: 'POST /api/submissions/resumable/{upload}',
    subject: 'upload',
    init: { ...BYTES, headers: { ...BYTES.headers, 'x-http-method-override': 'PATCH' } },
    answers: [401, 404, 404, 204],
  },
  {
    route: 'DELETE /api/submissions/resumable/{upload}',
    subject: 'upload',
    init: TUS,
    answers: [401, 404, 404, 204],
  },
  { route: 'GET /api/videos/{id}/captions', subject: 'track', answers: [404, 404, 200, 200] },
  { route: 'GET /api/videos/{id}/captions/{language}', subject: 'track', answers: [404, 404, 200, 200] },
  { route: 'GET /api/videos/{id}/transcript', subject: 'track', answers: [404, 404, 200, 200] },
  { route: 'GET /api/videos/{id}/chapters', subject: 'track', answers: [404, 404, 200, 200] },
  { route: 'GET /api/submissions/{id}/waveform', subject: 'track', answers: [401, 404, 200, 200] },
  { route: 'GET /api/submissions/{id}/captions', subject: 'track', answers: [401, 404, 200, 200] },
  { route: 'GET /api/submissions/{id}/captions/{language}', subject: 'track', answers: [401, 404, 200, 200] },
  { route: 'GET /api/submissions/{id}/transcription', subject: 'track', answers: [401, 404, 200, 200] },
  // no model is set here
  { route: 'POST /api/submissions/{id}/transcription', subject: 'track', answers: [401, 404, 409, 409] },
  // no file is sent here
  { route: 'POST /api/submissions/{id}/captions', subject: 'track', answers: [401, 404, 415, 415] },
  { route: 'PUT /api/submissions/{id}/captions/{language}', subject: 'track', answers: [401, 404, 200, 200] },
  {
    route: 'POST /api/submissions/{id}/captions/{language}/publish',
    subject: 'track',
    answers: [401, 404, 200, 200],
  },
  {
    route: 'DELETE /api/submissions/{id}/captions/{language}',
    subject: 'track',
    answers: [401, 404, 204, 204],
  },
  { route: 'GET /api/videos/{id}', subject: 'pending', answers: [404, 404, 200, 200] },
  { route: 'GET /api/videos/{id}/card.png', subject: 'pending', answers: [404, 404, 404, 404] },
  { route: 'GET /api/videos/{id}/download', subject: 'pending', answers: [404, 404, 403, 403] },
  { route: 'GET /api/videos/{id}/blurred.jpg', subject: 'pending', answers: [404, 404, 404, 404] },
  { route: 'GET /api/videos/{id}/comments', subject: 'pending', answers: [404, 404, 404, 404] },
  { route: 'POST /api/videos/{id}/comments', subject: 'pending', answers: [404, 404, 404, 404] },
  { route: 'POST /api/videos/{id}/like', subject: 'pending', answers: [404, 404, 404, 404] },
  { route: 'POST /api/videos/{id}/view', subject: 'pending', answers: [404, 404, 404, 404] },
  { route: 'POST /api/videos/{id}/progress', subject: 'pending', answers: [404, 404, 404, 404] },
  { route: 'PUT /api/videos/{id}/progress', subject: 'pending', answers: [401, 404, 404, 404] },
  { route: 'GET /api/videos/{id}/products', subject: 'pending', answers: [404, 404, 200, 200] },
  // the owner of the site doesn't let creators
  { route: 'PUT /api/videos/{id}/products', subject: 'pending', answers: [401, 404, 200, 403], body: [] },
  { route: 'DELETE /api/me/keys/{id}', subject: 'key', answers: [401, 404, 404, 204] },
  { route: 'GET /api/me/archives/{id}', subject: 'archive', answers: [401, 404, 404, 200] },
  { route: 'POST /api/me/archives/{id}/submissions', subject: 'archive', answers: [401, 404, 404, 409] },
  { route: 'DELETE /api/me/archives/{id}', subject: 'archive', answers: [401, 404, 404, 204] },
  { route: 'GET /api/series/{id}', subject: 'series', answers: [404, 404, 404, 200] },
  { route: 'PATCH /api/series/{id}', subject: 'series', answers: [401, 404, 404, 200] },
  { route: 'DELETE /api/series/{id}', subject: 'series', answers: [401, 404, 204, 204] },
  { route: 'GET /api/playlists/{id}', subject: 'playlist', answers: [404, 404, 404, 200] },
  { route: 'PATCH /api/playlists/{id}', subject: 'playlist', answers: [401, 404, 404, 200] },
  { route: 'DELETE /api/playlists/{id}', subject: 'playlist', answers: [401, 404, 404, 204] },
  { route: 'POST /api/playlists/{id}/items', subject: 'playlist', answers: [401, 404, 404, 404] },
  { route: 'DELETE /api/playlists/{id}/items/{videoId}', subject: 'playlist', answers: [401, 404, 404, 204] },
  { route: 'GET /api/orders/{id}', subject: 'order', answers: [404, 404, 200, 200] },
  // the order was never paid: those who may read it find no invoice
  { route: 'GET /api/orders/{id}/invoice', subject: 'order', answers: [404, 404, 404, 404] },
];

/** Routes to shared resources. */
export const SHARED = [
  'GET /api/creators/{username}',
  'GET /api/creators/{username}/videos',
  'POST /api/creators/{username}/follow',
  'DELETE /api/creators/{username}/follow',
  'PUT /api/me/blocks/{username}',
  'DELETE /api/me/blocks/{username}',
  'PUT /api/me/mutes/{username}',
  'DELETE /api/me/mutes/{username}',
  'PUT /api/categories/{category}/follow',
  'DELETE /api/categories/{category}/follow',
  'GET /api/tags/{tag}',
  'PUT /api/tags/{tag}/follow',
  'DELETE /api/tags/{tag}/follow',
  'GET /api/documents/{name}',
  'GET /api/products/{id}',
  'GET /api/products/{id}/videos',
  'POST /api/community/posts/{id}/like',
  'POST /api/videos/{id}/comments/{commentId}/like',
  'GET /api/videos/{id}/comments/{commentId}',
  'GET /api/videos/{id}/comments/{commentId}/replies',
  'GET /api/videos/{id}/series',
  'DELETE /api/me/history/{videoId}',
  'PUT /api/me/watch-later/{videoId}',
  'DELETE /api/me/watch-later/{videoId}',
];

/** Creates new resources of the owner for each call; returns the path parameters. */
export function createSubjects(
  { ctx }: TestSite,
  owner: TestPerson,
): Record<Subject, () => Promise<Record<string, string | number>>> {
  const { db } = ctx;
  const soon = new Date(Date.now() + 3_600_000);
  const video = async (status: 'PENDING' | 'APPROVED' | 'REJECTED') =>
    await addVideo(ctx, { uploader_id: owner.id, status });
  const post = async (waiting: { held_at?: Date } = {}) =>
    await db
      .insertInto('posts')
      .values({ author_id: owner.id, content: 'Mine', ...waiting })
      .returning('id')
      .executeTakeFirstOrThrow();
  return {
    async comment() {
      const id = await video('APPROVED');
      const row = { video_id: id, author_id: owner.id, person: `u${owner.id}`, text: 'Mine' };
      const comment = await db.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow();
      return { id, commentId: comment.id };
    },
    post: () => post(),
    pendingPost: () => post({ held_at: new Date() }),
    invitation: async () =>
      await db
        .insertInto('invitations')
        .values({ created_by: owner.id, token_hash: randomBytes(32), max_uses: 1, expires_at: soon })
        .returning('id')
        .executeTakeFirstOrThrow(),
    session: async () =>
      await db
        .insertInto('sessions')
        .values({ user_id: owner.id, token_hash: randomBytes(32), expires_at: soon })
        .returning('id')
        .executeTakeFirstOrThrow(),
    passkey: async () =>
      await db
        .insertInto('passkeys')
        .values({
          user_id: owner.id,
          credential_id: randomBytes(16),
          public_key: Buffer.from('none'),
          counter: 0,
          rp_id: 'localhost',
          synced: false,
          name: 'Phone',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    export: async () =>
      await db
        .insertInto('exports')
        .values({ user_id: owner.id, status: 'READY', key: 'exports/none.zip', size: 1, expires_at: soon })
        .returning('id')
        .executeTakeFirstOrThrow(),
    pending: async () => ({ id: await video('PENDING') }),
    rejected: async () => ({ id: await video('REJECTED') }),
    async track() {
      const id = await video('PENDING');
      for (const state of ['PUBLISHED', 'DRAFT'] as const)
        await db
          .insertInto('captions')
          .values({
            video_id: id,
            language: 'en',
            kind: 'captions',
            state,
            cues: '[[0, 1000, "Mine"]]',
            words: 1,
          })
          .execute();
      return { id, language: 'en' };
    },
    async upload() {
      const id = randomBytes(16).toString('hex');
      const fields = { title: 'Mine', category: 'Lifestyle' };
      await insertUpload(db, {
        id,
        userId: owner.id,
        total: 100,
        bytes: 100,
        fields,
        parts: [],
        now: new Date(),
      });
      return { upload: id };
    },
    key: async () =>
      await db
        .insertInto('api_keys')
        .values({
          user_id: owner.id,
          name: 'Script',
          token_hash: randomBytes(32),
          scopes: ['READ_OWN'],
          expires_at: soon,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    archive: async () =>
      await db
        .insertInto('archives')
        .values({ user_id: owner.id, status: 'FAILED', problem: '"No film."' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    series: async () =>
      await db
        .insertInto('series')
        .values({ user_id: owner.id, title: 'Mine' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    playlist: async () =>
      await db
        .insertInto('playlists')
        .values({ user_id: owner.id, title: 'Mine' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    order: async () =>
      await db
        .insertInto('orders')
        .values({
          user_id: owner.id,
          order_key: randomBytes(16).toString('hex'),
          payment_id: randomBytes(8).toString('hex'),
          status: 'PENDING',
          total_cents: 100,
          shipping_name: 'Ann',
          shipping_address: '1 Sunny Street',
          shipping_city: 'Miami',
          shipping_state: 'FL',
          shipping_zip_code: '33101',
          shipping_country: 'US',
          items: '[]',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
  };
}
