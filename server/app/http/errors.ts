import { DatabaseError } from 'pg';
import type { ErrorBody } from '#contract/errors.ts';
import type { Language } from '#contract/text/languages.ts';
import { Message, inEnglish, msg } from '#contract/text/message.ts';
import { withoutForbidden } from '#contract/text/text.ts';
import { translate } from '../i18n/translate.ts';

/** For a person: a text of the catalogs, or msg`…` with values. */
type Text = string | Message;
const messageFrom = (text: Text): Message => (typeof text === 'string' ? new Message(text) : text);

/** What an answer names at most; the bytes of JSON stay below 16 KB, with up to three for a character. */
export const MAX_FIELDS = 20;
const MAX_NAME = 60;
const MAX_SENTENCE = 180;
// control characters would take six
const cut = (text: string, most: number): string => withoutForbidden(text.slice(0, most));

/** An answer that is not a success. `message` is in English, for the log; the answer is in the caller's language. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly text: Message;
  readonly fields: Record<string, Text> | undefined;
  /** Of a text file: the line that is wrong, from 1. */
  readonly line: number | undefined;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** With SECOND_STEP_NEEDED: the ticket for the two-factor sign-in. */
  readonly ticket: string | undefined;
  /** With PROOF_NEEDED: for the header Proof-Of-Work-Challenge. */
  readonly challenge: string | undefined;
  /** With a 301: where it is now. */
  readonly location: string | undefined;

  constructor(
    status: number,
    code: string,
    text: Text,
    more: {
      fields?: Record<string, Text>;
      line?: number | undefined;
      retryAfter?: number;
      ticket?: string;
      challenge?: string;
      location?: string;
    } = {},
  ) {
    const message = messageFrom(text);
    super(inEnglish(message));
    this.text = message;
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.line = more.line;
    this.retryAfter = more.retryAfter;
    this.ticket = more.ticket;
    this.challenge = more.challenge;
    this.location = more.location;
  }

  body(language: Language): ErrorBody {
    const fields = Object.entries(this.fields ?? {})
      .slice(0, MAX_FIELDS)
      .map(([name, text]) => [
        cut(name, MAX_NAME),
        cut(translate(language, messageFrom(text)), MAX_SENTENCE),
      ]);
    return {
      error: cut(translate(language, this.text), MAX_SENTENCE * 2),
      code: this.code,
      ...(this.fields ? { fields: Object.fromEntries(fields) as Record<string, string> } : {}),
      ...(this.line === undefined ? {} : { line: this.line }),
      ...(this.ticket ? { ticket: this.ticket } : {}),
    };
  }
}

/** `throw fail(409, 'NAME_TAKEN', 'This name is taken.')` */
export function fail(...args: ConstructorParameters<typeof HttpError>): HttpError {
  return new HttpError(...args);
}

/** `what`: 'This video'. */
export const notFound = (what: string = msg('This')): HttpError =>
  fail(404, 'NOT_FOUND', msg`Couldn't find ${new Message(what)}.`);

/** One of the two blocks the other: neither can reply to, mention or follow the other. */
export const blocked = (): HttpError =>
  fail(403, 'BLOCKED', 'You can’t reply to or follow this person: one of you has blocked the other.');

/** PostgreSQL's error code (SQLSTATE) of a failed statement, else null; `constraint` names what was violated. */
export function databaseError(error: unknown): { code: string; constraint: string | null } | null {
  // not by its form: EPIPE and our own MOVED look like one
  if (!(error instanceof DatabaseError) || error.code === undefined) return null;
  return { code: error.code, constraint: error.constraint ?? null };
}

export const sessionEnded = (): HttpError =>
  fail(401, 'SESSION_ENDED', 'Your session has ended. Please sign in again.');

/** Columns that refer to the caller; all others refer to the target of the call. */
const CALLER = /_(user_id|author_id|uploader_id|actor_id|decided_by|reviewed_by|uploaded_by)_fkey$/;
/** The exception: it refers to the author whose content a moderator acts on. */
const SOMEBODY_ELSE = 'moderation_acts_author_id_fkey';

export const unknownCategory = (): HttpError =>
  fail(400, 'INVALID_INPUT', 'Unknown category.', { fields: { category: 'Unknown category.' } });

/**
 * The row that a foreign key refers to was deleted concurrently: the caller's account (401), its category
 * (400), or the target (404). Else null.
 */
export function toMissing(error: unknown): HttpError | null {
  const found = databaseError(error);
  if (found?.code !== '23503' || !found.constraint) return null;
  if (found.constraint.endsWith('_category_fkey')) return unknownCategory();
  return CALLER.test(found.constraint) && found.constraint !== SOMEBODY_ELSE
    ? sessionEnded()
    : fail(404, 'NOT_FOUND', "We couldn't find this.");
}

/** A unique constraint or index of this name was violated. */
export function isTaken(error: unknown, constraint: string): boolean {
  const found = databaseError(error);
  return found?.code === '23505' && found.constraint === constraint;
}

export const startingUp = (): HttpError =>
  fail(503, 'STARTING_UP', 'The server is starting up. Please try again in a moment.', { retryAfter: 2 });

export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404;

export const signInNeeded = () => fail(401, 'SIGN_IN_NEEDED', 'Please sign in first.');

export const isSignInNeeded = (error: unknown): boolean => error instanceof HttpError && error.status === 401;
