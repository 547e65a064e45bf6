import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { security, type TwoFactorRole } from '#contract/accounts/security.ts';
import { signUp } from '#contract/accounts/sign-up.ts';
import { call, callPage } from '#web/app/client/call.ts';
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
export function useAnswerSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason?: string }) => {
      const params = { id: String(id) };
      return reason === undefined
        ? call(signUp.approve, { params })
        : call(signUp.decline, { params, body: { reason } });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['sign-up-requests'] }),
        client.invalidateQueries({ queryKey: ['people'] }),
      ]),
  });
}

export function useInvite(as: Inviter) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { note: string; maxUses: number; days: number }) => call(CALLS[as].invite, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

export function useRevoke(as: Inviter) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(CALLS[as].revoke, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

export function useSetTwoFactorRoles() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'step-roles' },
    mutationFn: (roles: TwoFactorRole[]) => call(security.setStepRoles, { body: { roles } }),
    onSuccess: (result) => client.setQueryData(twoFactorRolesQuery.queryKey, result),
  });
}
