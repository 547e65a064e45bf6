import type { Slice } from '#server/app/slice.ts';
import { sweepAccounts } from './accounts.jobs.ts';
import { emailRoutes } from './profile/email.routes.ts';
import { forgotPassword } from './sign-in/password-reset.jobs.ts';
import { identityRoutes } from './sign-in/identity.routes.ts';
import { printFirstAdmin } from './people/first-admin.actions.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { warnOfOtherKey } from './sign-in/two-factor-secrets.actions.ts';
import { securityRoutes } from './sign-in/security.routes.ts';
import { settingsRoutes } from './profile/settings.routes.ts';
import { signUpRoutes } from './sign-up/sign-up.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';

export const accountsSlice: Slice = {
  routes: [
    signInRoutes,
    identityRoutes,
    profileRoutes,
    settingsRoutes,
    emailRoutes,
    peopleRoutes,
    securityRoutes,
    signUpRoutes,
  ],
  jobs: [forgotPassword, sweepAccounts],
  async onReady(ctx) {
    await warnOfOtherKey(ctx);
    await printFirstAdmin(ctx);
  },
};
