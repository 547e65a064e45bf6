import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from './call.ts';
import { queryClient } from './queries.ts';
import { clearToken, useToken } from './session.ts';

export type Role = 'LOGIN_USER' | 'CONTENT_CREATOR' | 'GLOBAL_ADMIN';
export interface Me {
  username: string;
  email: string;
  displayName: string | null;
  bio: string | null;
  profileImageUrl: string | null;
  role: Role;
}

const me: Endpoint = { kind: 'endpoint', method: 'GET', path: '/api/me', access: 'user', summary: 'The caller' };
const logout: Endpoint = { kind: 'endpoint', method: 'POST', path: '/api/auth/logout', access: 'user', summary: 'End this session' };

/** Who is signed in. `me` is null for guests and while it is being asked for; `pending` tells the two apart. */
export function useMe(): { me: Me | null; signedIn: boolean; pending: boolean; error: Error | null } {
  const token = useToken();
  const query = useQuery({
    queryKey: ['me', token], queryFn: async () => await call(me) as Me, enabled: token !== null, staleTime: 5 * 60_000,
  });
  const known = token === null ? null : query.data ?? null;
  return { me: known, signedIn: token !== null, pending: token !== null && query.isPending, error: query.error };
}

export function useIsAdmin(): boolean {
  return useMe().me?.role === 'GLOBAL_ADMIN';
}

/** Ends the session here at once, and on the server as soon as it answers. */
export async function signOut(): Promise<void> {
  const ended = call(logout);
  clearToken();
  queryClient.removeQueries({ queryKey: ['me'] });
  await ended.catch(() => undefined);
}
