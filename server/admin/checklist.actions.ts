import type { Checklist } from '#contract/admin/admin.ts';
import type { Context } from '#server/app/context.ts';
import { environmentDefaults } from '#server/app/start/settings.ts';
import { lookForSample } from '#server/sample/remove.actions.ts';
import { hasOwnVideo } from '#server/sample/remove.store.ts';
import { isChecklistDismissed } from './checklist.store.ts';

/** What the owner has done of what makes the site theirs. */
export async function readChecklist(ctx: Context): Promise<Checklist> {
  const { db, settings } = ctx;
  const { brand, texts, shop } = settings.owner;
  const sample = await lookForSample(ctx);
  return {
    dismissed: await isChecklistDismissed(db),
    done: {
      name: settings.SITE_NAME !== environmentDefaults.SITE_NAME,
      logo: brand.logo !== null,
      clip: await hasOwnVideo(db, sample.people),
      mail: settings.SMTP_URL !== undefined,
      payments: settings.PAYMENTS === 'paypal' || !shop.open || !shop.offered,
      legal: texts.privacy !== null && texts.terms !== null,
      sample: Object.values(sample).every((ids) => ids.length === 0),
    },
  };
}
