import { useEffect, useState } from 'react';
import { submissions } from '#contract/submissions.ts';
import type { SubmissionStatus } from '#contract/submissions.ts';
import { call } from '#web/app/call.ts';
import { backend } from '#web/app/backend.ts';
import { getToken } from '#web/app/session.ts';

const POLL_MS = 4000;
const FINAL = new Set<SubmissionStatus['state']>(['LIVE', 'PRIVATE', 'REJECTED', 'ARCHIVED']);

/** Where a submission stands, as it happens: by server-sent events, by asking now and then where they don't get through. */
export function useSubmissionStatus(
  id: number,
  known: SubmissionStatus | null = null,
): SubmissionStatus | null {
  const [submissionStatus, setSubmissionStatus] = useState<{ id: number; of: SubmissionStatus } | null>(null);
  const settled = known !== null && FINAL.has(known.state);
  useEffect(() => {
    if (settled) return;
    const controller = new AbortController();
    void follow(id, controller.signal, (of) => setSubmissionStatus({ id, of }));
    return () => controller.abort();
  }, [id, settled]);
  return submissionStatus?.id === id ? submissionStatus.of : known;
}

async function follow(
  id: number,
  signal: AbortSignal,
  tell: (submissionStatus: SubmissionStatus) => void,
): Promise<void> {
  let last: SubmissionStatus | null = null;
  const told = (submissionStatus: SubmissionStatus): void => {
    last = submissionStatus;
    tell(submissionStatus);
  };
  const ended = (): boolean => signal.aborted || (last !== null && FINAL.has(last.state));
  while (!ended()) {
    await listen(id, signal, told).catch(() => undefined);
    if (ended()) return;
    await pause(POLL_MS, signal);
    if (ended()) return;
    const submission = await call(submissions.get, { params: { id: String(id) }, signal }).catch(() => null);
    if (submission) told(submission.submissionStatus);
  }
}

/** EventSource can't send who is asking; the stream is read by hand. */
async function listen(
  id: number,
  signal: AbortSignal,
  tell: (submissionStatus: SubmissionStatus) => void,
): Promise<void> {
  const response = await fetch(backend(submissions.events.path.replace('{id}', String(id))), {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${getToken() ?? ''}` },
    signal,
  });
  if (!response.ok || !response.body) return;
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data) tell(JSON.parse(data) as SubmissionStatus);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
