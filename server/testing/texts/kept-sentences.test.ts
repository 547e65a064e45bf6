import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { REJECT_REASONS } from '#contract/submissions.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { changed, notSent } from '#server/backups/failures.ts';
import { cancelled, markedAs, refundedAtProvider } from '#server/orders/event-words.ts';
import { startTestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

/* What is kept in English and read later, by others: told in the language of whoever reads it. */

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

const order = { wasPaid: true, totalCents: 129_900, before: 0, currency: 'USD', reason: null };

test.each([
  [markedAs('SHIPPED', 'DHL 123'), 'Als versandt markiert (DHL 123).'],
  [markedAs('DELIVERED', ''), 'Als zugestellt markiert.'],
  [
    cancelled({ ...order, refunded: true, reason: 'Out of frames.' }),
    'Storniert und erstattet. Out of frames.',
  ],
  [
    cancelled({ ...order, refunded: true, before: 5_050 }),
    'Storniert, und die restlichen 1.248,50 $ erstattet.',
  ],
  [
    refundedAtProvider({ refundedCents: 999, totalCents: 9999, before: 0 }, 'USD'),
    '9,99 $ der Zahlung wurden beim Zahlungsanbieter erstattet.',
  ],
  [
    notSent(changed('0000.tar.gz').message).message,
    'Die Sicherung ließ sich wiederherstellen, konnte aber nicht an BACKUP_S3_URL übertragen werden: 0000.tar.gz wurde verändert.',
  ],
  ['The disk said something of its own.', 'The disk said something of its own.'],
])('“%s” is told in German', (kept, german) => {
  expect(translate('en', kept)).toBe(kept);
  expect(translate('de', kept).replaceAll('\u00a0', ' ')).toBe(german);
});

test('a creator reads why a clip was rejected, and what happened to the account, in their language', async () => {
  const site = await startTestSite();
  const creator = await site.signUp('CONTENT_CREATOR');
  const admin = await site.signUp('GLOBAL_ADMIN');
  await creator.fetch('/api/me', { method: 'PUT', json: { displayName: '', bio: '', language: 'ar' } });
  const mine = () => addVideo(site.ctx, { uploader_id: creator.id, status: 'PENDING' });
  const [ready, own] = [await mine(), await mine()];
  const reject = (id: number, reason: string) =>
    admin.fetch(`/api/submissions/${id}/reject`, { method: 'POST', json: { reason } });
  expect((await reject(ready, REJECT_REASONS[0])).status).toBe(200);
  expect((await reject(own, 'Bitte heller.')).status).toBe(200);
  const list = (await (await creator.fetch('/api/submissions/mine')).json()) as {
    id: number;
    rejectReason: string;
  }[];
  const reasonOf = (id: number) => list.find((each) => each.id === id)?.rejectReason;
  expect(reasonOf(ready)).toBe('الصورة أو الصوت رديء جدًا.');
  expect(reasonOf(own)).toBe('Bitte heller.');
  const json = { username: 'amira', email: 'amira@example.org', password: 'correct horse battery' };
  const { token } = (await (await site.fetch('/api/auth/register', { json })).json()) as { token: string };
  const events = await site.fetch('/api/me/security-events', {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'ar' },
  });
  expect(await events.json()).toMatchObject([{ kind: 'SIGN_IN', detail: 'إنشاء الحساب' }]);
});
