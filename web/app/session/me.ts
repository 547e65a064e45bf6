import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accounts } from '#contract/accounts/accounts.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import { LANGUAGE_PARAM, type Language } from '#contract/text/languages.ts';
import { afterHydration } from '#web/ui/hydration.ts';
import { ofTab } from '#web/ui/storage.ts';
import { call } from '../client/call.ts';
import { hasInitialData, initialData } from '../client/initial-data.ts';
import { leaveBrowser, recognise } from './personal.ts';
import { queryClient } from '../queries.ts';
import { getToken, useToken } from './session.ts';

let isForgotten = false;
/** Data in the server's HTML is the shared view: a viewer with a filtered view fetches it again. */
function forgetShared(): void {
  if (isForgotten) return;
  isForgotten = true;
  const isShared = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => kind !== 'me';
  // requests in flight were already sent by this person
  afterHydration(() => void queryClient.invalidateQueries({ predicate: isShared }, { cancelRefetch: false }));
}

/** The language that this tab was loaded again for. */
const FOLLOWED = 'language';

/**
 * Reloads the page where the account's language differs from the browser's: by now the server has set its
 * cookie. Once per tab, in case the browser stores no cookies; and not where the URL sets the language.
 */
function followLanguage(language: string | null): boolean {
  const isOffered = initialData.config.languages.some(({ tag }) => tag === language);
  if (!hasInitialData || !language || !isOffered || language === i18n.locale) return false;
  if (ofTab.get(FOLLOWED) === language || new URLSearchParams(location.search).has(LANGUAGE_PARAM))
    return false;
  ofTab.set(FOLLOWED, language);
  location.reload();
  return true;
}

const NEVER = new Promise<never>(() => undefined);

/** The account that a token is for. */
export const meQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['me', token],
    queryFn: async ({ client, queryKey }) => {
      const me = await call(accounts.me);
      // what was started on this page stays: only a new arrival is redirected
      if (client.getQueryData(queryKey) === undefined && followLanguage(me.language)) return NEVER;
      if (token !== null) recognise(token, me.id);
      if (me.seesLess) forgetShared();
      return me;
    },
    enabled: token !== null,
    staleTime: 5 * 60_000,
  });

/** The signed-in user. `me` is null for guests and while loading; `pending` distinguishes the two. */
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

/** Saves a language with the account, for its other browsers and its mails. A guest has only the cookie. */
export async function chooseLanguage(language: string): Promise<void> {
  if (getToken() === null) return;
  await call(accounts.update, { body: { language: language as Language } }).catch(() => undefined);
}

/** Ends the session here at once, and on the server even if the page is closed in the same moment. */
export async function signOut(): Promise<void> {
  const ended = call(accounts.logout, { keepalive: true });
  leaveBrowser();
  await ended.catch(() => undefined);
}
