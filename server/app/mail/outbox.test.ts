import { expect, test } from 'vitest';
import { readMails, waitForMail } from '#server/testing/mails.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { startSmtp } from '#server/testing/smtp.ts';
import { soakTest } from '#server/testing/soak.ts';
import { transact } from '../database/database.ts';
import { sendMail, sweepOutbox } from './outbox.ts';

const mail = { to: 'ann@example.org', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
const waiting = (site: TestSite) => site.ctx.db.selectFrom('outbox').selectAll().execute();

test('an email is sent when its transaction commits, and only then', async () => {
  const site = await startTestSite();
  const { db, outbox } = site.ctx;
  await expect(
    transact(db, async (trx) => {
      await outbox.enqueue(trx, { ...mail, subject: 'Never' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await transact(db, (trx) =>
    outbox.sendTemplate(trx, mail.to, () => ({
      subject: 'A email',
      heading: 'Hi',
      paragraphs: ['There'],
    })),
  );
  expect(await waitForMail(site.ctx, mail.to, /^A email$/)).toMatchObject({
    text: expect.stringContaining('Look. Like. Live.'),
  });
  await expect.poll(() => waiting(site)).toEqual([]);
  expect(await readMails(site.ctx)).toHaveLength(1);
});

soakTest(
  'an SMTP outage delays an email but loses none; a permanently rejected one is stored without its text',
  async () => {
    const first = await startSmtp();
    await first.stop();

    const site = await startTestSite({ SMTP_URL: first.url });
    const { ctx } = site;
    await transact(ctx.db, (trx) => ctx.outbox.enqueue(trx, mail));
    await expect.poll(async () => (await waiting(site))[0]?.last_error).toEqual(expect.any(String));
    expect(await waiting(site)).toMatchObject([
      {
        recipient: 'ann@example.org',
        tries: 1,
        failed_at: null,
        last_error: 'Nothing is responding at this host and port.',
      },
    ]);
    // too early: no attempt is made
    const id = (await waiting(site))[0]?.id ?? 0;
    await sendMail.run(ctx, { id }, { id: '', signal: AbortSignal.abort() });
    expect((await waiting(site))[0]?.tries).toBe(1);

    const smtp = await startSmtp({
      port: first.port,
      refuse: (address) =>
        address.startsWith('gone') ? Object.assign(new Error('Nobody here'), { responseCode: 550 }) : null,
    });
    await ctx.db
      .updateTable('outbox')
      .set({ next_try_at: new Date(Date.now() - 60_000) })
      .execute();
    await sweepOutbox.run(ctx, {}, { id: '', signal: AbortSignal.abort() });
    await expect.poll(() => waiting(site)).toEqual([]);
    expect(smtp.received).toMatchObject([{ to: ['ann@example.org'] }]);

    await transact(ctx.db, (trx) => ctx.outbox.enqueue(trx, { ...mail, to: 'gone@example.org' }));
    await expect.poll(async () => (await waiting(site))[0]?.failed_at).toEqual(expect.any(Date));
    expect(await waiting(site)).toMatchObject([
      { recipient: 'gone@example.org', html: '', body: '', failed_at: expect.any(Date) },
    ]);
    await site.stop();
    await smtp.stop();
  },
);
