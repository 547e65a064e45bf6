import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { security, type StepRole } from '#contract/security.ts';
import { signUp } from '#contract/sign-up.ts';
import { call, callPage } from '#web/app/call.ts';
import { listOptions } from '#web/app/list-query.ts';

const invitationsQuery = listOptions(['invitations'], (cursor) =>
  callPage(signUp.invitations, { query: { cursor } }),
);
export const useInvitations = () => useInfiniteQuery(invitationsQuery);
const stepRolesQuery = queryOptions({ queryKey: ['step-roles'], queryFn: () => call(security.stepRoles) });
export const useStepRoles = () => useQuery(stepRolesQuery);

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { note: string; maxUses: number; days: number }) => call(signUp.invite, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

export function useRevoke() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(signUp.revoke, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

export function useSetStepRoles() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (roles: StepRole[]) => call(security.setStepRoles, { body: { roles } }),
    onSuccess: (said) => client.setQueryData(stepRolesQuery.queryKey, said),
  });
}
