import { REJECT_REASONS } from '#contract/submissions/reject-reasons.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { build, isBuilt } from '#build/build.ts';
import { Notification } from '#contract/notifications/notifications.ts';
import { CuratedVideo } from '#contract/curation/curation.ts';
import { ReportedThing } from '#contract/moderation/moderation.ts';
import { Submission } from '#contract/submissions/submissions.ts';
import { hashPassword } from '#server/accounts/sign-in/passwords.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { bodyOf } from '#server/testing/client.ts';
import { waitForMail } from '../mails.ts';
import { startTestSite, type TestPerson, type TestSite } from '../site.ts';
import { addVideo } from '../videos.ts';

/** What a person wrote is shown as they wrote it, also where it reads like a sentence of the server's. */
const PASSWORD = 'correct horse battery';
let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
});

async function signUpGerman(): Promise<TestPerson> {
  const person = await site.signUp('CONTENT_CREATOR');
  await site.ctx.db
    .updateTable('users')
    .set({ language: 'de', password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', person.id)
    .execute();
  site.ctx.sessions.forget(person.id);
  return person;
}
const inGerman = async <T>(schema: z.ZodType<T>, { fetch }: TestPerson, path: string) =>
  await bodyOf(fetch(path, { headers: { 'accept-language': 'de' } }), schema);
const [READY = ''] = REJECT_REASONS;

test.each([
  ['half of it', 'Your video is too large.', 'Your video is too large.'],
  ['all of it', 'This video is already approved.', 'This video is already approved.'],
  ['a list', 'removed: passkey, passkey', 'removed: passkey, passkey'],
  ['a ready-made one', READY, translate('de', READY)],
])(
  'a reason that resembles one of our texts is translated only if it is ready-made: %s',
  async (_, reason, shown) => {
    if (reason === READY) expect(shown).not.toBe(READY);
    const creator = await signUpGerman();
    const mailed = async (subject: RegExp) =>
      (await waitForMail(site.ctx, `${creator.username}@example.org`, subject)).text?.replaceAll(/\s+/g, ' ');

    const id = await addVideo(site.ctx, { uploader_id: creator.id, status: 'PENDING' });
    await admin.fetch(`/api/submissions/${id}/reject`, { json: { reason } });
    expect(await inGerman(Submission, creator, `/api/submissions/${id}`)).toMatchObject({
      rejectReason: shown,
      submissionStatus: { reason: shown },
    });
    const list = () => inGerman(Notification.array(), creator, '/api/me/notifications');
    await expect.poll(async () => (await list()).map(({ excerpt }) => excerpt)).toContain(shown);
    expect(await mailed(/nicht freigegeben|abgelehnt/)).toContain(shown);

    await admin.fetch(`/api/admin/videos/${id}/soft-delete`, { json: { reason } });
    expect(await inGerman(Submission, creator, `/api/submissions/${id}`)).toMatchObject({
      submissionStatus: { state: 'ARCHIVED', reason: shown },
    });
    const archived = await inGerman(z.object({ user: CuratedVideo.array() }), admin, '/api/admin/archive');
    expect(archived.user.find((video) => video.id === id)?.archiveReason).toBe(shown);

    await admin.fetch(`/api/admin/people/${creator.id}/suspend`, { json: { reason } });
    expect(await mailed(/gesperrt/)).toContain(shown);
    const refused = await site.fetch('/api/auth/login', {
      json: { username: creator.username, password: PASSWORD },
      headers: { 'accept-language': 'de' },
    });
    expect(await refused.text()).toContain(shown);
  },
);

test('report reasons and key names are shown as users wrote them', async () => {
  const text = 'Your video is too large.';
  const person = await signUpGerman();
  const subjectId = await addVideo(site.ctx);
  await person.fetch('/api/reports', { json: { subjectType: 'VIDEO', subjectId, reason: text } });
  const [reported] = await inGerman(ReportedThing.array(), admin, '/api/admin/reports');
  expect(reported?.reasons).toEqual([text]);
  await person.fetch('/api/me/keys', { json: { name: text, scopes: ['READ_OWN'] } });
  const events = await inGerman(
    z.object({ kind: z.string(), detail: z.string() }).array(),
    person,
    '/api/me/security-events',
  );
  expect(events.find(({ kind }) => kind === 'KEY_ADDED')?.detail).toBe(text);
});
