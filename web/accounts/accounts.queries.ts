import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import type { SensitiveChoice } from '#contract/videos/labels.ts';
import { community } from '#contract/community/community.ts';
import { signUp } from '#contract/accounts/sign-up.ts';
import { ApiError, call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { fileForm } from '#web/app/client/file-form.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { meQuery } from '#web/app/session/me.ts';
import { getToken, setToken } from '#web/app/session/session.ts';

/** False for an error returned by the server, true when it couldn't be reached. */
export const isNetworkError = (error: unknown): boolean => !(error instanceof ApiError);

export function useLogin() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof accounts.login>) => call(accounts.login, { body }),
    onSuccess: ({ token }) => setToken(token),
  });
}

/** Proves who one is, so that the session is fresh again. */
export const useConfirm = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof accounts.confirm>) => call(accounts.confirm, { body }),
  });

type NewPerson = Omit<BodyInput<typeof accounts.register>, 'profileImageUrl'> & { answer: string };

/** Creates an account, or (`isRequest`) requests one, which returns no token. */
export function useSignUp(isRequest: boolean) {
  return useMutation({
    mutationFn: async ({ answer, ...person }: NewPerson): Promise<{ token: string | null }> => {
      if (!isRequest) return call(accounts.register, { body: { ...person, profileImageUrl: null } });
      const { invitation: _, ...request } = person;
      await call(signUp.ask, { body: { ...request, answer } });
      return { token: null };
    },
    onSuccess: ({ token }) => {
      if (token) setToken(token);
    },
  });
}

export const useForgotPassword = () =>
  useMutation({ mutationFn: (body: { email: string }) => call(accounts.forgotPassword, { body }) });
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => call(accounts.resetPassword, { body }),
  });

/** Updates the cached user after a change. */
function useShowMe() {
  const client = useQueryClient();
  return (me: Me): void => {
    client.setQueryData(meQuery(getToken()).queryKey, (shown) => (shown?.id === me.id ? me : shown));
  };
}

export function useSaveProfile() {
  const show = useShowMe();
  return useMutation({
    mutationFn: (body: { displayName: string; bio: string; supportLink: string }) =>
      call(accounts.change, { body }),
    onSuccess: show,
  });
}

/** What is done with sensitive videos; lists are fetched again. */
export function useSaveSensitive() {
  const show = useShowMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sensitive: SensitiveChoice) => call(accounts.change, { body: { sensitive } }),
    onSuccess: (me) => {
      show(me);
      void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'me' });
    },
  });
}

export const useSetProfileImage = () =>
  useChange((file: File) => call(accounts.setProfileImage, { body: fileForm(file) }), { refetch: [['me']] });

export const useRemoveProfileImage = () =>
  useChange(() => call(accounts.removeProfileImage), { refetch: [['me']] });

export function useSaveAccount() {
  const show = useShowMe();
  return useMutation({
    mutationFn: (body: { email: string; username: string }) => call(accounts.saveAccount, { body }),
    onSuccess: show,
  });
}

export const useSendVerification = () => useMutation({ mutationFn: () => call(accounts.sendVerification) });
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (body: { confirmUsername: string }) => call(accounts.deleteAccount, { body }),
  });

async function prove(password: string): Promise<boolean> {
  await call(accounts.confirm, { body: { password } });
  return true;
}

export const useChangePassword = () =>
  useChange(
    (body: { currentPassword: string | null; newPassword: string; keepKeys: boolean }) =>
      call(accounts.changePassword, {
        body,
        // the password was just entered, so no re-authentication
        ...(body.currentPassword && { prove: () => prove(body.currentPassword ?? '') }),
      }),
    { refetch: [['me'], ['keys'], sessionsQuery.queryKey] },
  );

export const useRequestUpgrade = () =>
  useChange(
    ({ message }: { message: string }) =>
      call(accounts.requestUpgrade, { body: { role: 'CONTENT_CREATOR', message } }),
    { refetch: [['me']] },
  );

const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => call(accounts.sessions) });
export const useSessions = () => useQuery(sessionsQuery);

export const useEndSession = () =>
  useChange((id: number) => call(accounts.endSession, { params: { id: String(id) } }), {
    refetch: [sessionsQuery.queryKey],
  });

const myCommentsQuery = listOptions(['my-comments'], (cursor) =>
  callPage(accounts.comments, { query: { cursor } }),
);
export const useMyComments = () => useInfiniteQuery(myCommentsQuery);

const myPostsQuery = listOptions(['my-posts'], (cursor) => callPage(community.mine, { query: { cursor } }));
/** The caller's own posts on the community board. */
export const useMyPosts = () => useInfiniteQuery(myPostsQuery);
