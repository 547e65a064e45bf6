export interface TestEvent {
  event: string;
  id: string;
  data: Record<string, unknown>;
}

export interface TestEvents {
  /** The next event that fits; waits up to 30 s. Skips those before it. */
  until(fits: (event: TestEvent) => boolean): Promise<TestEvent>;
  /** Until the server ends it. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

/** A stream of server-sent events, as a browser reads it. */
export async function openEvents(url: string, token: string, lastEventId?: string): Promise<TestEvents> {
  const stopping = new AbortController();
  const response = await fetch(`${url}/api/me/events`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stopping.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The stream was answered with ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<TestEvent | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
        continue;
      }
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      if (field('event'))
        return {
          event: field('event'),
          id: field('id'),
          data: JSON.parse(field('data')) as Record<string, unknown>,
        };
    }
  };
  const soon = async <T>(work: Promise<T>, what: string): Promise<T> => {
    const late = AbortSignal.timeout(30_000);
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        late.addEventListener('abort', () => reject(new Error(`${what} within 30 s.`)));
      }),
    ]);
  };
  return {
    until: (fits) =>
      soon(
        (async () => {
          for (;;) {
            const event = await next();
            if (!event) throw new Error('The stream has ended.');
            if (fits(event)) return event;
          }
        })(),
        'No such event came',
      ),
    ended: async () => {
      await soon(
        (async () => {
          while (await next());
        })(),
        'The stream did not end',
      );
    },
    close: async () => {
      stopping.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
