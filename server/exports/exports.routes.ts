import { exports } from '#contract/exports/exports.ts';
import { notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { startExport } from './exports.actions.ts';
import { findReady, listExports } from './exports.store.ts';
import { startImport } from './imports.actions.ts';
import { listImports } from './imports.store.ts';

/** What people take along, and bring in. */
export const exportsRoutes: Routes = (route) => {
  route(exports.list, async ({ ctx, user }) => listExports(ctx.db, user.id, ctx.clock.now()));

  route(exports.start, async ({ ctx, user, request }) => startExport(ctx, user, request));

  route(exports.link, async ({ ctx, user, params }) => {
    const ready = await findReady(ctx.db, user.id, params.id, ctx.clock.now());
    if (!ready) throw notFound('This export');
    const holder = { userId: user.id, epoch: ready.epoch };
    return { url: ctx.signedUrls.ownUrl(ready.key, ready.expiresAt.getTime(), holder) };
  });

  route(exports.imports, async ({ ctx, user }) => listImports(ctx.db, user.id));

  route(exports.startImport, async ({ ctx, user, request }) => startImport(ctx, user, request));
};
