import type { Trx } from '#server/app/database/database.ts';
import { sessionEnded } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { holdSession } from './sessions.store.ts';

/** Holds the caller until the transaction ends. Throws 401: their session was ended while the call was on its way. */
export async function requireOwnSession(trx: Trx, { id, sessionId }: User): Promise<void> {
  if (!(await holdSession(trx, id, sessionId))) throw sessionEnded();
}
