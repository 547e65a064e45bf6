import type { Slice } from '#server/app/slice.ts';
import { forgotPassword, sweepAccounts } from './accounts.jobs.ts';
import { identityRoutes } from './identity.routes.ts';
import { ensureFirstAdmin } from './owner.actions.ts';
import { peopleRoutes } from './people.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import { warnOfOtherKey } from './second-step-secrets.actions.ts';
import { securityRoutes } from './security.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { signUpRoutes } from './sign-up.routes.ts';
import { signinRoutes } from './signin.routes.ts';

export const accountsSlice: Slice = {
  routes: [
    signinRoutes,
    identityRoutes,
    profileRoutes,
    settingsRoutes,
    peopleRoutes,
    securityRoutes,
    signUpRoutes,
  ],
  jobs: [forgotPassword, sweepAccounts],
  async onReady(ctx) {
    await warnOfOtherKey(ctx);
    const admin = await ensureFirstAdmin(ctx);
    // the only place where a secret is ever printed, and only once
    if (admin?.password)
      process.stdout.write(
        `\n  The first administrator: ${admin.username}\n  Password (shown once):   ${admin.password}\n\n`,
      );
  },
};
