import { queryOptions, useQuery } from '@tanstack/react-query';
import { accounts } from '#contract/accounts/accounts.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import type { Language } from '#contract/languages.ts';
import { afterHydration } from '#web/ui/hydration.ts';
import { call } from './call.ts';
import { leaveBrowser, recognise } from './personal.ts';
import { queryClient } from './queries.ts';
import { getToken, useToken } from './session.ts';

let isForgotten = false;
/** What the server's page brought along is what everybody sees: who sees less asks once more. */
function forgetShared(): void {
  if (isForgotten) return;
  isForgotten = true;
  const isShared = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => kind !== 'me';
  afterHydration(() => void queryClient.invalidateQueries({ predicate: isShared }));
}

/** The account that a token is for. */
export const meQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['me', token],
    queryFn: async () => {
      const me = await call(accounts.me);
      if (token !== null) recognise(token, me.id);
      if (me.seesLess) forgetShared();
      return me;
    },
    enabled: token !== null,
    staleTime: 5 * 60_000,
  });

/** Who is signed in. `me` is null for guests and while it is being asked for; `pending` tells the two apart. */
export function useMe(): { me: Me | null; signedIn: boolean; pending: boolean; error: Error | null } {
  const token = useToken();
  const query = useQuery(meQuery(token));
  const known = token === null ? null : (query.data ?? null);
  return {
    me: known,
    signedIn: token !== null,
    pending: token !== null && query.isPending,
    error: query.error,
  };
}

/** Keeps a language with the account, so that its other browsers and its mails follow. A guest has but the cookie. */
export async function chooseLanguage(language: string): Promise<void> {
  if (getToken() === null) return;
  await call(accounts.update, { body: { language: language as Language } }).catch(() => undefined);
}

/** Ends the session here at once, and on the server even when the page is left at the same moment. */
export async function signOut(): Promise<void> {
  const ended = call(accounts.logout, { keepalive: true });
  leaveBrowser();
  await ended.catch(() => undefined);
}
