import { afterAll, beforeAll, expect, test } from 'vitest';
import { moderation } from '#contract/moderation/moderation.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { videos } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { startSmtp, waitForReceived, type TestSmtp } from '#server/testing/smtp.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let admin: TestPerson;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await startTestSite({ RATE_LIMIT: 'off', SMTP_URL: smtp.url });
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(() => smtp.stop());

const CONTACT = { name: 'Ann Author', email: 'ann.author@example.org' };
const claim = (videoId: number, by: Pick<TestPerson, 'call'> = site.visitor(), reason = 'I filmed this.') =>
  by.call(moderation.report, {
    body: {
      subjectType: 'VIDEO',
      subjectId: String(videoId),
      reason,
      category: 'COPYRIGHT',
      contact: CONTACT,
    },
  });
const reports = async (category?: 'OTHER' | 'COPYRIGHT') =>
  (await admin.call(moderation.list, { query: { category } })).map(({ subjectId, contacts, reasons }) => ({
    subjectId,
    contacts,
    reasons,
  }));
const hide = (videoId: number, reason: string | null) =>
  admin.call(moderation.act, {
    body: { action: 'HIDE', reason, subjects: [{ subjectType: 'VIDEO', subjectId: videoId }] },
  });

test('a claim requires a contact, visible only to admins', async () => {
  const [claimed, reported] = [await addVideo(site.ctx), await addVideo(site.ctx)];
  const subject = { subjectType: 'VIDEO', subjectId: String(claimed), reason: 'Mine' };
  for (const contact of [undefined, null, { name: 'Ann' }, { name: 'Ann', email: 'ann' }]) {
    const body = { ...subject, category: 'COPYRIGHT', contact };
    const { status, fields } = await site.visitor().fails(moderation.report, { body });
    expect([status, Object.keys(fields ?? {})]).toEqual([400, ['contact.email']]);
  }
  const visitor = site.visitor();
  const plain = { subjectType: 'VIDEO', reason: 'Rude' } as const;
  await visitor.call(moderation.report, { body: { ...plain, subjectId: String(claimed) } });
  await claim(claimed, visitor);
  // the claim stays, whatever the same person reports after it
  await visitor.call(moderation.report, { body: { ...plain, subjectId: String(claimed) } });
  await site.visitor().call(moderation.report, { body: { ...plain, subjectId: String(reported) } });
  const found = { subjectId: claimed, contacts: [CONTACT], reasons: ['I filmed this.'] };
  expect(await reports('COPYRIGHT')).toEqual([found]);
  expect(await reports('OTHER')).toEqual([{ subjectId: reported, contacts: [], reasons: ['Rude'] }]);
  expect(await reports()).toHaveLength(2);
});

test.each([
  ['the reason that the admin gives', 'It shows a whole film.'],
  ['the claim’s text', null],
])('a takedown emails the uploader %s, never the contact, and can be undone', async (_, reason) => {
  const uploader = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, { uploader_id: uploader.id, title: 'Borrowed' });
  await claim(id);
  const { acts } = await hide(id, reason);
  expect((await site.fails(videos.get, { params: { id } })).status).toBe(404);
  const { submissionStatus } = await uploader.call(submissions.get, { params: { id } });
  expect(submissionStatus).toMatchObject({
    state: 'ARCHIVED',
    reason: reason ?? 'Someone claims that it infringes their copyright.',
  });
  const [email] = await waitForReceived(smtp, `${uploader.username}@example.org`);
  expect(email?.subject).toBe('Your video was taken down: Borrowed');
  const text = String(email?.text).replaceAll(/\s+/g, ' ');
  expect(text).toContain(reason ?? 'I filmed this.');
  expect(text).toContain('reply to this email');
  expect(JSON.stringify(email)).not.toMatch(/Ann Author|ann\.author/);
  await admin.call(moderation.undo, { params: { id: acts[0] ?? 0 } });
  expect((await site.call(videos.get, { params: { id } })).title).toBe('Borrowed');
  expect((await reports('COPYRIGHT')).some(({ subjectId }) => subjectId === id)).toBe(true);
});

test('hiding a video reported for another reason sends no email', async () => {
  const uploader = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, { uploader_id: uploader.id });
  const body = { subjectType: 'VIDEO', subjectId: String(id), reason: 'Rude' } as const;
  await site.visitor().call(moderation.report, { body });
  await hide(id, 'Rude');
  const other = await site.signUp('CONTENT_CREATOR');
  const claimed = await addVideo(site.ctx, { uploader_id: other.id });
  await claim(claimed);
  await hide(claimed, null);
  await waitForReceived(smtp, `${other.username}@example.org`);
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain(`${uploader.username}@example.org`);
});
