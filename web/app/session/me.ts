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
/** What the server's page brought along is what everybody sees: who sees less asks once more. */
function forgetShared(): void {
  if (isForgotten) return;
  isForgotten = true;
  const isShared = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => kind !== 'me';
  // what is on its way was asked for by this person
  afterHydration(() => void queryClient.invalidateQueries({ predicate: isShared }, { cancelRefetch: false }));
}

/** The language that this tab was loaded again for. */
const FOLLOWED = 'language';

/**
 * Loads the page again where the account has chosen another language than this browser: by now the server has set its
 * cookie. Once a tab, should the browser keep no cookie; and not where the address itself chooses.
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
      // what was begun on this page stays: only who comes to it is led on
      if (client.getQueryData(queryKey) === undefined && followLanguage(me.language)) return NEVER;
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
