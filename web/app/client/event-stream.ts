import { backend } from './backend.ts';
import { getToken } from '../session/session.ts';

export interface ServerEvent {
  event: string;
  id: string;
  data: string;
}

/**
 * Reads server-sent events until the server or `signal` ends them; gives the status it was answered with. By hand:
 * EventSource can't send who is asking.
 */
export async function readEvents(
  path: string,
  { signal, after, onEvent }: { signal: AbortSignal; after?: string; onEvent: (event: ServerEvent) => void },
): Promise<number> {
  const response = await fetch(backend(path), {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${getToken() ?? ''}`,
      ...(after && { 'last-event-id': after }),
    },
    signal,
  });
  if (!response.ok || !response.body) return response.status;
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      if (field('data')) onEvent({ event: field('event'), id: field('id'), data: field('data') });
    }
  }
  return response.status;
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
