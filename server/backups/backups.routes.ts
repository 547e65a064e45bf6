import { backups } from '#contract/backups/backups.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { openNewestBackup, readBackups, requestBackup } from './dashboard.actions.ts';

export const backupsRoutes: Routes = (route) => {
  route(backups.state, async ({ ctx }) => readBackups(ctx));

  route(backups.start, async ({ ctx, user }) => requestBackup(ctx, user));

  route(backups.newest, async ({ ctx, user, reply }) => {
    const { file, bytes, content } = await openNewestBackup(ctx, user);
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${file}"`)
      .header('content-length', bytes)
      .header('cache-control', 'no-store')
      .send(content);
  });
};
