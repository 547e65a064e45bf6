import { z } from 'zod';
import { cutText } from '#contract/text/cut-text.ts';
import { PushRejected } from '#server/adapters/push/push.ts';
import { spokenLanguage } from '#server/app/i18n/choose-language.ts';
import { i18nOf } from '#server/app/i18n/translate.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { findNotification } from './notifications.store.ts';
import { dropPushSubscription, findPushTarget } from './out.store.ts';
import { toNotification } from './texts.ts';

/** A push service takes 4,096 bytes, encrypted. */
const MAX_TITLE = 300;

/** One push to one browser, unless its subject was hidden or read in the meantime. */
export const pushNotification = job({
  name: 'notifications.push',
  schema: z.object({ id: z.number().int(), subscriptionId: z.number().int() }),
  retryLimit: 6,
  retryDelay: 20,
  seconds: 60,
  async run(ctx, { id, subscriptionId }) {
    const target = await findPushTarget(ctx.db, { id, subscriptionId });
    const row = target && (await findNotification(ctx.db, id));
    if (!target || !row || row.read_at) return;
    const { title, excerpt, href } = toNotification(
      row,
      i18nOf(spokenLanguage([target.language], ctx.settings.owner.languages)),
      ctx.settings,
    );
    const message = { title: cutText(title, MAX_TITLE), body: excerpt ?? '', href, tag: `n${id}` };
    try {
      const sent = await ctx.push.send(target, JSON.stringify(message), { topic: `n${id}` });
      if (sent === 'gone') await dropPushSubscription(ctx.db, subscriptionId, target.userId);
    } catch (error) {
      if (!(error instanceof PushRejected)) throw error;
      ctx.log.warn('A push was rejected for good.', { id, error });
    }
  },
});
