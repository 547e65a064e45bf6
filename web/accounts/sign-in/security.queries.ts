import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { security } from '#contract/accounts/security.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
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
const CHANGED = (['passkeys', 'second-step', 'security-events', 'sessions', 'me'] as const).map(
  (key) => [key] as const,
);

export function usePasskeySignIn() {
  return useMutation({
    mutationFn: async () => signInByPasskey(await requestPasskey()),
    onSuccess: ({ token }) => setToken(token),
  });
}

export const useAddPasskey = () =>
  useChange(
    async ({ name }: { name: string }) => {
      const credential = await makePasskey();
      return call(security.finishPasskey, { body: { name, credential } });
    },
    { refetch: CHANGED },
  );

export const useRenamePasskey = () =>
  useChange(
    ({ id, name }: { id: number; name: string }) =>
      call(security.renamePasskey, { params: { id: String(id) }, body: { name } }),
    { refetch: CHANGED },
  );

export const useDeletePasskey = () =>
  useChange((id: number) => call(security.deletePasskey, { params: { id: String(id) } }), {
    refetch: CHANGED,
  });

export const useStartTwoFactor = () => useMutation({ mutationFn: () => call(security.beginSecondStep) });

export const useConfirmTwoFactor = () =>
  useChange((body: { code: string }) => call(security.confirmSecondStep, { body }), { refetch: CHANGED });

export const useMakeRecoveryCodes = () =>
  useChange(() => call(security.makeRecoveryCodes), { refetch: CHANGED });

export const useDisableTwoFactor = () =>
  useChange(() => call(security.deleteSecondStep), { refetch: CHANGED });

export const useVerifyTwoFactor = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof security.passSecondStep>) => call(security.passSecondStep, { body }),
  });
