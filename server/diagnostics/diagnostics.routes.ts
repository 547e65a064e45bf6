import { admin } from '#contract/admin.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { diagnose } from './diagnostics.actions.ts';
import { listSettings } from './settings-in-force.ts';

export const diagnosticsRoutes: Routes = (route) => {
  route(admin.check, async ({ ctx, request: { ip, socket, headers } }) => {
    const lines = await diagnose({
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
    return { lines, settings: listSettings(ctx.settings) };
  });
};
