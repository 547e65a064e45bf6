import { people } from '#contract/accounts/people.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { findPeople } from './find-people.actions.ts';
import { answerUpgrade, changeRole, suspendPerson, unsuspendPerson } from './people.actions.ts';
import { listUpgradeRequests } from './people.store.ts';

/** The dashboard's People tab. */
export const peopleRoutes: Routes = (route) => {
  route(people.list, async ({ ctx, query }) => findPeople(ctx.db, query));

  route(people.setRole, async ({ ctx, params, body, user }) => changeRole(ctx, user, params.id, body.role));
  route(people.suspend, async ({ ctx, params, body, user }) =>
    suspendPerson(ctx, user, params.id, body.reason),
  );
  route(people.unsuspend, async ({ ctx, params, user }) => unsuspendPerson(ctx, user, params.id));

  route(people.upgradeRequests, async ({ ctx }) => listUpgradeRequests(ctx.db));
  route(people.grant, async ({ ctx, params, user }) => answerUpgrade(ctx, user, params.id, null));
  route(people.reject, async ({ ctx, params, body, user }) =>
    answerUpgrade(ctx, user, params.id, body.reason),
  );
};
