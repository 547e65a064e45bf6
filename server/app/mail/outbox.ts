import { cutText } from '#contract/text/cut-text.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { connectionFault } from '#server/adapters/connection-faults.ts';
import { MailRejected } from '#server/adapters/mail/mail.ts';
import type { Context, Jobs, Outbox } from '../context.ts';
import type { Db } from '../database/database.ts';
import { NOW, secondsFromNow } from '../database/expressions.ts';
import { readSpoken } from '../i18n/account-language.ts';
import { spokenLanguage } from '../i18n/choose-language.ts';
import { job } from '../jobs/jobs.ts';
import type { Settings } from '../start/settings.ts';
import { emailBrand } from './email-brand.ts';
import { renderEmail } from './email-template.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

const WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 600;
const ABANDON_DAYS = 5;

export function createOutbox(
  jobs: Pick<Jobs, 'send'>,
  settings: Parameters<typeof emailBrand>[0] & Pick<Settings, 'owner'>,
): Outbox {
  const outbox: Outbox = {
    async enqueue(trx, { to, subject, html, text, headers = {} }) {
      const { id } = await trx
        .insertInto('outbox')
        .values({ recipient: to, subject, html, body: text, headers: JSON.stringify(headers) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await jobs.send(sendMail, { id }, { trx, singletonKey: String(id) });
    },
    async sendTemplate(trx, to, email, language) {
      const spoken = spokenLanguage(
        [await readSpoken(trx, { email: to }), language],
        settings.owner.languages,
      );
      await outbox.enqueue(trx, { to, ...renderEmail(email, emailBrand(settings, spoken), spoken) });
    },
  };
  return outbox;
}

/** Sends one mail of the outbox. Its row goes with it: links in mails are secrets. */
export const sendMail = job({
  name: 'mail.send',
  schema: z.object({ id: z.number().int() }),
  unique: true,
  seconds: 120,
  retryLimit: 0,
  async run(ctx, { id }) {
    const mail = await claim(ctx, id);
    if (!mail) return;
    try {
      await ctx.mail.send({
        to: mail.recipient,
        subject: mail.subject,
        html: mail.html,
        text: mail.body,
        headers: mail.headers,
      });
    } catch (error) {
      await postpone(ctx, mail, error);
      return;
    }
    await ctx.db.deleteFrom('outbox').where('id', '=', id).execute();
  },
});

const Waiting = z.object({
  waiting: z.number(),
  oldestAt: z.date().nullable(),
  lastError: z.string().nullable(),
  givenUp: z.number(),
});

/** What waits, since when, why it was not sent at its last try, and how many were given up. */
export async function readOutbox(
  db: Db,
): Promise<{ waiting: number; oldestAt: Date | null; lastError: string | null; givenUp: number }> {
  const [waiting] = await sqlRows(Waiting)`
    select count(*) filter (where failed_at is null)::int as waiting,
      min(created_at) filter (where failed_at is null) as "oldestAt",
      count(*) filter (where failed_at is not null)::int as "givenUp",
      (select last_error from outbox where failed_at is null and last_error is not null order by id limit 1) as "lastError"
    from outbox`.execute(db);
  return waiting ?? { waiting: 0, oldestAt: null, lastError: null, givenUp: 0 };
}

/** Finds mails whose job was lost. */
export const sweepOutbox = job({
  name: 'mail.sweep',
  schema: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
  async run(ctx) {
    const late = await ctx.db
      .selectFrom('outbox')
      .select('id')
      .where('failed_at', 'is', null)
      .where('next_try_at', '<', secondsFromNow(-30))
      .orderBy('next_try_at')
      .limit(500)
      .execute();
    for (const { id } of late) await ctx.jobs.send(sendMail, { id }, { singletonKey: String(id) });
  },
});

/** Claims an email for two minutes, so that no second worker sends it. */
async function claim(ctx: Context, id: number) {
  const mail = await ctx.db
    .updateTable('outbox')
    .set({ tries: sql`tries + 1`, next_try_at: sql`now() + interval '2 minutes'` })
    .where('id', '=', id)
    .where('failed_at', 'is', null)
    .where('next_try_at', '<=', NOW)
    .returning(['id', 'recipient', 'subject', 'html', 'body', 'headers', 'tries', 'created_at'])
    .executeTakeFirst();
  return mail && { ...mail, headers: z.record(z.string(), z.string()).parse(mail.headers) };
}

async function postpone(
  ctx: Context,
  mail: { id: number; tries: number; created_at: Date },
  error: unknown,
): Promise<void> {
  const reason = connectionFault(error) ?? (error instanceof Error ? error.message : String(error));
  const last_error = cutText(reason, 500);
  const old = ctx.clock.now() - mail.created_at.getTime() > ABANDON_DAYS * 24 * 3600 * 1000;
  if (error instanceof MailRejected || old) {
    ctx.log.error('A mail was given up.', { id: mail.id, reason, error });
    await ctx.db
      .updateTable('outbox')
      .set({ failed_at: sql`now()`, html: '', body: '', last_error })
      .where('id', '=', mail.id)
      .execute();
    return;
  }
  const seconds = Math.min(MAX_WAIT_SECONDS, WAIT_SECONDS * 2 ** (mail.tries - 1));
  ctx.log.warn('A mail could not be sent yet; it is tried again.', {
    id: mail.id,
    seconds,
    reason,
    error,
  });
  await ctx.db
    .updateTable('outbox')
    .set({ next_try_at: sql`now() + make_interval(secs => ${seconds})`, last_error })
    .where('id', '=', mail.id)
    .execute();
  await ctx.jobs.send(sendMail, { id: mail.id }, { singletonKey: String(mail.id), after: seconds + 1 });
}
