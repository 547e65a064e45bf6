import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { security } from '#contract/accounts/security.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { setToken } from '#web/app/session/session.ts';
import { requestPasskey, makePasskey, signInByPasskey } from './passkey.ts';

const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: () => call(security.passkeys) });
export const usePasskeys = () => useQuery(passkeysQuery);
const twoFactorQuery = queryOptions({ queryKey: ['second-step'], queryFn: () => call(security.secondStep) });
export const useTwoFactor = () => useQuery(twoFactorQuery);
const eventsQuery = listOptions(['security-events'], (cursor) =>
  callPage(security.events, { query: { cursor } }),
);
export const useSecurityEvents = () => useInfiniteQuery(eventsQuery);

/** Everything the security page shows may have changed, and so may the account. */
function useRenew() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      (['passkeys', 'second-step', 'security-events', 'sessions', 'me'] as const).map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
}

export function usePasskeySignIn() {
  return useMutation({
    mutationFn: async () => signInByPasskey(await requestPasskey()),
    onSuccess: ({ token }) => setToken(token),
  });
}

export function useAddPasskey() {
  const renew = useRenew();
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const credential = await makePasskey();
      return call(security.finishPasskey, { body: { name, credential } });
    },
    onSuccess: renew,
  });
}

export function useRenamePasskey() {
  const renew = useRenew();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(security.renamePasskey, { params: { id: String(id) }, body: { name } }),
    onSuccess: renew,
  });
}

export function useDeletePasskey() {
  const renew = useRenew();
  return useMutation({
    mutationFn: (id: number) => call(security.deletePasskey, { params: { id: String(id) } }),
    onSettled: renew,
  });
}

export const useStartTwoFactor = () => useMutation({ mutationFn: () => call(security.beginSecondStep) });

export function useConfirmTwoFactor() {
  const renew = useRenew();
  return useMutation({
    mutationFn: (body: { code: string }) => call(security.confirmSecondStep, { body }),
    onSuccess: renew,
  });
}

export function useMakeRecoveryCodes() {
  const renew = useRenew();
  return useMutation({ mutationFn: () => call(security.makeRecoveryCodes), onSuccess: renew });
}

export function useDisableTwoFactor() {
  const renew = useRenew();
  return useMutation({ mutationFn: () => call(security.deleteSecondStep), onSuccess: renew });
}

export const useVerifyTwoFactor = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof security.passSecondStep>) => call(security.passSecondStep, { body }),
  });
