import { backend } from '#web/app/client/backend.ts';
import { clearToken, getToken } from '#web/app/session/session.ts';
import type { Outcome } from './upload.rules.ts';

export interface Answer {
  text: string;
  header: (name: string) => string | null;
}

interface Sent {
  body?: FormData | Blob;
  headers?: Record<string, string>;
}

/** One request that reports upload progress (fetch doesn't). */
export function send(
  method: string,
  path: string,
  { body, headers = {} }: Sent,
  { onProgress, signal }: { onProgress: (sent: number, total: number) => void; signal: AbortSignal },
): Promise<Answer | Exclude<Outcome, { kind: 'done' }>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const token = getToken();
    const cancel = (): void => request.abort();
    request.open(method, backend(path));
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
      resolve({ kind: 'rejected', status: request.status, text: sentenceOf(request) });
    });
    request.addEventListener('error', () => resolve({ kind: 'network' }));
    request.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
    if (signal.aborted) return resolve({ kind: 'cancelled' });
    signal.addEventListener('abort', cancel, { once: true });
    request.send(body ?? null);
    return undefined;
  });
}

/** The server's own message, plain text or JSON; ignores a proxy's HTML page. */
function sentenceOf(request: XMLHttpRequest): string {
  const type = request.getResponseHeader('content-type') ?? 'text/plain';
  if (type.startsWith('text/plain')) return request.responseText.slice(0, 500);
  if (!type.includes('json')) return '';
  try {
    return (JSON.parse(request.responseText) as { error?: string }).error ?? '';
  } catch {
    return '';
  }
}
