import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { security, type TwoFactorRole } from '#contract/accounts/security.ts';
import { signUp } from '#contract/accounts/sign-up.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';

/** All invitations, for an admin, or a member's own ones. */
const CALLS = {
  admin: { list: signUp.invitations, invite: signUp.invite, revoke: signUp.revoke },
  member: { list: signUp.myInvitations, invite: signUp.inviteAsMember, revoke: signUp.revokeMine },
};
export type Inviter = keyof typeof CALLS;

export const useInvitations = (as: Inviter) =>
  useInfiniteQuery(
    listOptions(['invitations', as], (cursor) => callPage(CALLS[as].list, { query: { cursor } })),
  );
const requestsQuery = listOptions(['sign-up-requests'], (cursor) =>
  callPage(signUp.requests, { query: { cursor } }),
);
export const useSignUpRequests = () => useInfiniteQuery(requestsQuery);
const twoFactorRolesQuery = queryOptions({
  queryKey: ['step-roles'],
  queryFn: () => call(security.stepRoles),
});
export const useTwoFactorRoles = () => useQuery(twoFactorRolesQuery);

/** Approves or (with `reason`, which may be empty) declines a request. */
export const useAnswerSignUp = () =>
  useChange(
    ({ id, reason }: { id: number; reason?: string }) => {
      const params = { id: String(id) };
      return reason === undefined
        ? call(signUp.approve, { params })
        : call(signUp.decline, { params, body: { reason } });
    },
    { refetch: [['sign-up-requests'], ['people']] },
  );

export const useInvite = (as: Inviter) =>
  useChange((body: { note: string; maxUses: number; days: number }) => call(CALLS[as].invite, { body }), {
    refetch: [['invitations']],
  });

export const useRevoke = (as: Inviter) =>
  useChange((id: number) => call(CALLS[as].revoke, { params: { id: String(id) } }), {
    refetch: [['invitations']],
  });

export function useSetTwoFactorRoles() {
  const client = useQueryClient();
  return useChange((roles: TwoFactorRole[]) => call(security.setStepRoles, { body: { roles } }), {
    onSuccess: (result) => client.setQueryData(twoFactorRolesQuery.queryKey, result),
    scope: 'step-roles',
  });
}
