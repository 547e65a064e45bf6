import { z } from 'zod';
import { cutText } from '#contract/text/cut-text.ts';
import { MailRejected } from '#server/adapters/mail/mail.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { spokenLanguage } from '#server/app/i18n/choose-language.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { emailBrand } from '#server/app/mail/email-brand.ts';
import { renderEmail, type EmailTemplate } from '#server/app/mail/email-template.ts';
import { dailyEmail, notificationEmail } from './notifications.emails.ts';
import {
  findAddressee,
  findToEmail,
  listDaily,
  markDailySent,
  markEmailed,
  claimDailyRecipients,
  type Addressee,
} from './out.store.ts';
import { unsubscribeUrl } from './unsubscribe.actions.ts';
import type { Subscription } from './unsubscribe.rules.ts';
import { recordEmailFailure } from './preferences.store.ts';

/** From this hour (UTC) on. */
const DAILY_HOUR = 7;

/**
 * One email about one notification. Rendered at each attempt: if it was hidden, read or unsubscribed in the
 * meantime, no email is sent.
 */
export const emailNotification = job({
  name: 'notifications.email',
  schema: z.object({ id: z.number().int() }),
  retryLimit: 10,
  retryDelay: 30,
  seconds: 120,
  async run(ctx, { id }) {
    const row = await findToEmail(ctx.db, id);
    const to = row && (await findAddressee(ctx.db, row.user_id));
    if (!row || !to) return;
    if ((await ctx.rateLimits.take('notification-email', String(to.userId))) > 0) return;
    const sent = await send(ctx, to, row.kind, (unsubscribe) =>
      notificationEmail(ctx.settings, { row, to, unsubscribe }),
    );
    if (sent) await markEmailed(ctx.db, [id]);
  },
});

/** Begins the daily emails. Runs hourly, so that a site that was down at that hour makes up for it. */
export const beginDailyEmails = job({
  name: 'notifications.daily',
  schema: z.object({}),
  cron: '5 * * * *',
  retryLimit: 2,
  async run(ctx) {
    const now = new Date(ctx.clock.now());
    if (now.getUTCHours() < DAILY_HOUR) return;
    const day = now.toISOString().slice(0, 10);
    for (;;) {
      const people = await transact(ctx.db, async (trx) => {
        const taken = await claimDailyRecipients(trx, day);
        for (const userId of taken) await ctx.jobs.send(dailyEmailTo, { userId }, { trx });
        return taken;
      });
      if (people.length === 0) return;
    }
  },
});

/** What one person missed of the kinds they chose it for. */
export const dailyEmailTo = job({
  name: 'notifications.daily-email',
  schema: z.object({ userId: z.number().int() }),
  retryLimit: 8,
  retryDelay: 30,
  seconds: 120,
  async run(ctx, { userId }) {
    const rows = await listDaily(ctx.db, userId);
    const [latest] = rows;
    const to = latest && (await findAddressee(ctx.db, userId));
    if (!latest || !to) return;
    const sent = await send(ctx, to, 'DAILY', (unsubscribe) =>
      dailyEmail(ctx.settings, { rows, to, unsubscribe }),
    );
    if (sent) await markDailySent(ctx.db, userId, latest.event);
  },
});

/** False: the address takes no emails, which is noted. Throws where it may be tried again. */
async function send(
  ctx: Context,
  to: Addressee,
  what: Subscription['what'],
  write: (unsubscribe: string) => EmailTemplate,
): Promise<boolean> {
  const unsubscribe = await unsubscribeUrl(ctx, { userId: to.userId, what });
  const language = spokenLanguage([to.language], ctx.settings.owner.languages);
  try {
    await ctx.mail.send({
      to: to.email,
      ...renderEmail(write(unsubscribe), emailBrand(ctx.settings, language), language),
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof MailRejected)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    ctx.log.warn('An address takes no emails any more.', { userId: to.userId, error });
    await recordEmailFailure(ctx.db, to.userId, to.email, cutText(cause, 300));
    return false;
  }
}
