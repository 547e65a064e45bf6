import { RESUMABLE_ABOVE, RESUMABLE_PATH, submissions } from '#contract/submissions.ts';
import { backend } from '#web/app/paths.ts';
import { clearToken, getToken } from '#web/app/session.ts';
import { TIMEOUT_MS, judge, type Notice, type Outcome } from './upload.rules.ts';

/** Everything the dialog knows of one video. */
export interface Draft {
  file: File;
  thumbnail: Blob | null;
  durationSec: number;
  title: string;
  category: string;
  description: string;
  location: object | null;
  /** An own refused item that this file replaces. */
  submissionId?: number;
}

export interface Watcher {
  /** Bytes sent of the attempt under way; `total` with what surrounds the file. */
  onProgress: (sent: number, total: number) => void;
  onNotice: (notice: Notice) => void;
  signal: AbortSignal;
}

/** Sends a video for review, with the attempts, waits and words of the specification. Null: it did not get there. */
export async function upload(draft: Draft, watcher: Watcher): Promise<number | null> {
  const place: Place = { url: null };
  for (let attempt = 1; ; attempt++) {
    const outcome = await sendOnce(draft, place, watcher);
    if (outcome.kind === 'done') return outcome.id;
    const next = judge(outcome, attempt);
    if (next.notice) watcher.onNotice(next.notice);
    if (!next.again) {
      if (place.url) void giveUp(place.url);
      return null;
    }
    await pause(next.waitMs, watcher.signal);
  }
}

/** Where a resumable upload goes on. */
interface Place {
  url: string | null;
}

function sendOnce(draft: Draft, place: Place, watcher: Watcher): Promise<Outcome> {
  return draft.file.size > RESUMABLE_ABOVE ? sendResumable(draft, place, watcher) : sendForm(draft, watcher);
}

function fieldsOf(draft: Draft): Record<string, string> {
  return {
    title: draft.title.trim() || 'Untitled',
    category: draft.category,
    ...(draft.description.trim() && { description: draft.description.trim() }),
    durationSec: String(draft.durationSec),
    ...(draft.location && { location: JSON.stringify(draft.location) }),
    ...(draft.submissionId && { submissionId: String(draft.submissionId) }),
  };
}

async function sendForm(draft: Draft, watcher: Watcher): Promise<Outcome> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(draft))) form.append(name, value);
  if (draft.thumbnail) form.append('thumbnail', draft.thumbnail, 'thumbnail.jpg');
  form.append('file', draft.file, draft.file.name);
  const answer = await send('POST', submissions.upload.path, { body: form }, watcher);
  if ('kind' in answer) return answer;
  return { kind: 'done', id: (JSON.parse(answer.text) as { id: number }).id };
}

/** tus 1.0.0: create, then one PATCH from where the server stands; after a break only the rest is sent. */
async function sendResumable(draft: Draft, place: Place, watcher: Watcher): Promise<Outcome> {
  let offset = 0;
  if (place.url) {
    const state = await send('HEAD', place.url, {}, watcher);
    if ('kind' in state) return state;
    const done = submissionOf(state.header);
    if (done) return { kind: 'done', id: done };
    offset = Number(state.header('upload-offset') ?? 0);
  } else {
    const metadata = Object.entries(fieldsOf(draft)).map(([name, value]) => `${name} ${toBase64(value)}`);
    const headers = { 'upload-length': String(draft.file.size), 'upload-metadata': metadata.join(',') };
    const created = await send('POST', RESUMABLE_PATH, { headers }, watcher);
    if ('kind' in created) return created;
    place.url = created.header('location');
  }
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  const from = offset;
  const answer = await send(
    'PATCH',
    place.url ?? '',
    { body: draft.file.slice(from), headers },
    {
      ...watcher,
      onProgress: (sent) => watcher.onProgress(from + sent, draft.file.size),
    },
  );
  if ('kind' in answer) return answer;
  const id = submissionOf(answer.header);
  if (!id) return { kind: 'network' };
  if (draft.thumbnail) await sendThumbnail(id, draft.thumbnail, watcher);
  return { kind: 'done', id };
}

/** The server takes a picture of its own when this one doesn't arrive. */
async function sendThumbnail(id: number, thumbnail: Blob, watcher: Watcher): Promise<void> {
  const form = new FormData();
  form.append('thumbnail', thumbnail, 'thumbnail.jpg');
  await send(
    'PUT',
    submissions.thumbnail.path.replace('{id}', String(id)),
    { body: form },
    { ...watcher, onProgress: () => {} },
  );
}

async function giveUp(url: string): Promise<void> {
  const token = getToken();
  const headers = { 'tus-resumable': '1.0.0', ...(token && { authorization: `Bearer ${token}` }) };
  await fetch(backend(url), { method: 'DELETE', headers }).catch(() => undefined);
}

interface Answer {
  text: string;
  header: (name: string) => string | null;
}

/** One request that tells how far it is (fetch doesn't). */
function send(
  method: string,
  path: string,
  { body, headers = {} }: { body?: FormData | Blob; headers?: Record<string, string> },
  { onProgress, signal }: Watcher,
): Promise<Answer | Exclude<Outcome, { kind: 'done' }>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const token = getToken();
    const cancel = (): void => request.abort();
    request.open(method, backend(path));
    request.timeout = TIMEOUT_MS;
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (!(body instanceof FormData)) request.setRequestHeader('tus-resumable', '1.0.0');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded, event.total));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve({ text: request.responseText, header: (name) => request.getResponseHeader(name) });
        return;
      }
      if (request.status === 401 && token === getToken()) clearToken();
      resolve({ kind: 'refused', status: request.status, text: sentenceOf(request) });
    });
    request.addEventListener('error', () => resolve({ kind: 'network' }));
    request.addEventListener('timeout', () => resolve({ kind: 'timeout' }));
    request.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
    if (signal.aborted) return resolve({ kind: 'cancelled' });
    signal.addEventListener('abort', cancel, { once: true });
    request.send(body ?? null);
    return undefined;
  });
}

/** The server's own sentence: plain text or JSON; nothing of a proxy's page. */
function sentenceOf(request: XMLHttpRequest): string {
  const type = request.getResponseHeader('content-type') ?? '';
  if (type.startsWith('text/plain')) return request.responseText.slice(0, 500);
  if (!type.includes('json')) return '';
  try {
    return (JSON.parse(request.responseText) as { error?: string }).error ?? '';
  } catch {
    return '';
  }
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
