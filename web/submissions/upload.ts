import { t } from '@lingui/core/macro';
import { UPLOAD_CHUNK } from '#contract/submissions/upload-chunk.ts';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { RESUMABLE_ABOVE, submissions } from '#contract/submissions/submissions.ts';
import type { Edit } from '#contract/submissions/edit.ts';
import type { Labels } from '#contract/videos/labels.ts';
import { backend } from '#web/app/client/backend.ts';
import { fromLocalField, type Release } from '#web/app/forms/release.ts';
import { getToken } from '#web/app/session/session.ts';
import { send, type Answer } from './send.ts';
import { TIMEOUT_MS, evaluate, type Notice, type Outcome } from './upload.rules.ts';

/** Everything the dialog knows of one video. */
export interface Draft {
  file: File;
  thumbnail: Blob | null;
  thumbnailAt: number;
  durationSec: number;
  title: string;
  category: string;
  description: string;
  tags: string[];
  location: object | null;
  /** Null: the file's metadata decides. */
  labels: Labels | null;
  /** Null: the whole video. */
  edit: Edit | null;
  /** What of it is not as it is without a word. */
  release: Partial<Release>;
  /** An own rejected item that this file replaces. */
  submissionId?: number;
}

export interface Watcher {
  /** Bytes sent in the current attempt; `total` includes the multipart overhead. */
  onProgress: (sent: number, total: number) => void;
  onNotice: (notice: Notice) => void;
  /** The server has a place for it, at which it can go on. */
  onUploadUrl: (url: string) => void;
  /** The session has ended: resolves to whether there is a new one. */
  signIn: () => Promise<boolean>;
  signal: AbortSignal;
}

/** State shared by all attempts at one draft, so that nothing is sent or received twice. */
export interface UploadSession {
  /** Names the draft to the server. */
  key: string;
  /** Where a resumable upload continues. */
  url: string | null;
}

export function startUploadSession(): UploadSession {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return {
    key: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    url: null,
  };
}

/**
 * Sends a video for review, with the specified attempts, delays and messages. Null: it failed; what has already reached
 * the server is reused by the next call with the same session.
 */
export async function upload(draft: Draft, session: UploadSession, watcher: Watcher): Promise<number | null> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await sendInTime(draft, session, watcher);
    if (outcome.kind === 'done') return outcome.id;
    if (hasEnded(outcome) && (await watcher.signIn())) {
      attempt -= 1;
      continue;
    }
    const next = evaluate(outcome, attempt);
    if (next.notice) watcher.onNotice(next.notice);
    if (!next.again) {
      if (!maySucceedLater(outcome)) abandon(session);
      return null;
    }
    await pause(next.waitMs, watcher.signal);
  }
}

const hasEnded = (outcome: Outcome): boolean => outcome.kind === 'rejected' && outcome.status === 401;

const maySucceedLater = (outcome: Outcome): boolean =>
  hasEnded(outcome) ||
  outcome.kind === 'network' ||
  outcome.kind === 'timeout' ||
  (outcome.kind === 'rejected' && outcome.status === 503);

/** One attempt; it ends after five minutes whatever it is at. */
async function sendInTime(draft: Draft, session: UploadSession, watcher: Watcher): Promise<Outcome> {
  const limit = new AbortController();
  const end = (): void => limit.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  if (watcher.signal.aborted) end();
  watcher.signal.addEventListener('abort', end, { once: true });
  const limited = { ...watcher, signal: limit.signal };
  const outcome =
    draft.file.size > RESUMABLE_ABOVE
      ? await sendResumable(draft, session, limited)
      : await sendForm(draft, session, limited);
  clearTimeout(timer);
  watcher.signal.removeEventListener('abort', end);
  return outcome.kind === 'cancelled' && !watcher.signal.aborted ? { kind: 'timeout' } : outcome;
}

/** What is past means at once, so it also takes a time back. */
const PAST = new Date(0).toISOString();

function fieldsOf(draft: Draft): Record<string, string> {
  const { publishAt, ...release } = draft.release;
  return {
    title: draft.title.trim() || t`Untitled`,
    category: draft.category,
    ...(draft.description.trim() && { description: draft.description.trim() }),
    tags: JSON.stringify(draft.tags),
    durationSec: String(draft.durationSec),
    ...(draft.thumbnail && { thumbnailAt: draft.thumbnailAt.toFixed(3) }),
    ...(draft.location && { location: JSON.stringify(draft.location) }),
    ...(draft.labels && { labels: JSON.stringify(draft.labels) }),
    ...(draft.edit && { edit: JSON.stringify(draft.edit) }),
    ...release,
    ...(publishAt !== undefined && { publishAt: fromLocalField(publishAt) ?? PAST }),
    ...(draft.submissionId && { submissionId: String(draft.submissionId) }),
  };
}

async function sendForm(draft: Draft, { key }: UploadSession, watcher: Watcher): Promise<Outcome> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(draft))) form.append(name, value);
  if (draft.thumbnail) form.append('thumbnail', draft.thumbnail, 'thumbnail.jpg');
  form.append('file', draft.file, draft.file.name);
  const headers = { 'idempotency-key': key };
  const answer = await send('POST', submissions.upload.path, { body: form, headers }, watcher);
  if ('kind' in answer) return answer;
  return { kind: 'done', id: (JSON.parse(answer.text) as { id: number }).id };
}

/** So often the server may still be busy with the connection that broke off before a try counts as failed. */
const MAX_STILL_BUSY = 5;
const STILL_BUSY_MS = 1000;

/** tus 1.0.0: create, then PATCH from the server's offset; after an interruption only the rest is sent. */
async function sendResumable(draft: Draft, session: UploadSession, watcher: Watcher): Promise<Outcome> {
  for (let turn = 1; ; turn++) {
    const outcome = await goOn(draft, session, watcher);
    if (outcome.kind === 'done') await sendThumbnail(outcome.id, draft, watcher);
    if (outcome.kind !== 'rejected' || outcome.status !== 409) return outcome;
    if (turn >= MAX_STILL_BUSY) return { kind: 'network' };
    await pause(STILL_BUSY_MS, watcher.signal);
  }
}

async function goOn(draft: Draft, session: UploadSession, watcher: Watcher): Promise<Outcome> {
  const at = await findPosition(draft, session, watcher);
  if ('kind' in at) return at;
  for (let { offset } = at; ;) {
    const from = offset;
    const headers = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
    const body = draft.file.slice(from, from + UPLOAD_CHUNK);
    const onProgress = (sent: number): void => watcher.onProgress(from + sent, draft.file.size);
    const answer = await send('PATCH', at.url, { body, headers }, { ...watcher, onProgress });
    if ('kind' in answer) return answer;
    const id = submissionOf(answer.header);
    if (id) return { kind: 'done', id };
    offset = Number(answer.header('upload-offset'));
    // accepted without an offset: ask the server for it
    if (!(offset > from)) return { kind: 'network' };
  }
}

/** The current offset; creates an upload if there is none or it expired. */
async function findPosition(
  draft: Draft,
  session: UploadSession,
  watcher: Watcher,
): Promise<{ url: string; offset: number } | Outcome> {
  if (session.url) {
    const state = await send('HEAD', session.url, {}, watcher);
    const isMissing = 'kind' in state && state.kind === 'rejected' && state.status === 404;
    if (!isMissing) {
      if ('kind' in state) return state;
      const id = submissionOf(state.header);
      if (id) return { kind: 'done', id };
      watcher.onUploadUrl(session.url);
      return { url: session.url, offset: Number(state.header('upload-offset') ?? 0) };
    }
  }
  const metadata = Object.entries(fieldsOf(draft)).map(([name, value]) => `${name} ${toBase64(value)}`);
  const headers = { 'upload-length': String(draft.file.size), 'upload-metadata': metadata.join(',') };
  const created = await send('POST', RESUMABLE_PATH, { headers }, watcher);
  if ('kind' in created) return created;
  session.url = created.header('location');
  if (!session.url) return { kind: 'network' };
  watcher.onUploadUrl(session.url);
  return { url: session.url, offset: 0 };
}

/** The server takes a picture of its own when this one doesn't arrive. */
async function sendThumbnail(id: number, { thumbnail, thumbnailAt }: Draft, watcher: Watcher): Promise<void> {
  if (!thumbnail) return;
  const form = new FormData();
  form.append('thumbnailAt', thumbnailAt.toFixed(3));
  form.append('thumbnail', thumbnail, 'thumbnail.jpg');
  await send(
    'PUT',
    submissions.thumbnail.path.replace('{id}', String(id)),
    { body: form },
    { ...watcher, onProgress: () => {} },
  );
}

/** Lets the server forget what it has of it. */
export function abandon(session: UploadSession): void {
  if (!session.url) return;
  const token = getToken();
  const headers = { 'tus-resumable': '1.0.0', ...(token && { authorization: `Bearer ${token}` }) };
  void fetch(backend(session.url), { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  session.url = null;
}

const submissionOf = (header: Answer['header']): number | null => Number(header('submission-id')) || null;

const toBase64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
