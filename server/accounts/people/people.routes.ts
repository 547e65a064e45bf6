import { people } from '#contract/accounts/people.ts';
import { notFound } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { findPeople } from './find-people.actions.ts';
import { answerUpgrade, changeRole, suspendPerson, unsuspendPerson } from './people.actions.ts';
import { listUpgradeRequests } from './people.store.ts';

const isPerson = guardExisting('users', () => notFound('This person'));
const isRequest = guardExisting('upgrade_requests', () => notFound('This request'));

/** The dashboard's People tab. */
export const peopleRoutes: Routes = (route) => {
  route(people.list, async ({ ctx, query }) => findPeople(ctx.db, query));

  const setRole = async ({ ctx, params, body, user }: Call<typeof people.setRole>) =>
    changeRole(ctx, user, params.id, body.role);
  const suspend = async ({ ctx, params, body, user }: Call<typeof people.suspend>) =>
    suspendPerson(ctx, user, params.id, body.reason);
  route(people.setRole, setRole, isPerson);
  route(people.suspend, suspend, isPerson);
  route(people.unsuspend, async ({ ctx, params, user }) => unsuspendPerson(ctx, user, params.id));

  route(people.upgradeRequests, async ({ ctx }) => listUpgradeRequests(ctx.db));
  route(people.grant, async ({ ctx, params, user }) => answerUpgrade(ctx, user, params.id, null));
  const reject = async ({ ctx, params, body, user }: Call<typeof people.reject>) =>
    answerUpgrade(ctx, user, params.id, body.reason);
  route(people.reject, reject, isRequest);
};
