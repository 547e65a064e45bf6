import { admin } from '#contract/admin/admin.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { diagnose, reportOf } from './diagnostics.actions.ts';
import { listSettings } from './settings-in-force.ts';

export const diagnosticsRoutes: Routes = (route) => {
  route(admin.check, async ({ ctx, request }) => {
    const { ip, socket, headers } = request;
    const language = languageOf(request, ctx.settings.owner.languages);
    const found = await diagnose({
      ...ctx,
      database: () => ctx,
      storage: async () => ctx.storage,
      media: async () => ctx.media,
      request: {
        address: ip,
        peer: socket.remoteAddress ?? '',
        forwarded: headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined,
      },
    });
    return {
      lines: reportOf(found, (text) => translate(language, text)),
      settings: listSettings(ctx.settings),
    };
  });
};
