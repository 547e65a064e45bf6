import { useEffect, useState } from 'react';
import { submissions } from '#contract/submissions/submissions.ts';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import { call } from '#web/app/client/call.ts';
import { pause, readEvents } from '#web/app/client/event-stream.ts';

const POLL_MS = 4000;
const FINAL = new Set<SubmissionStatus['state']>(['LIVE', 'PRIVATE', 'REJECTED', 'ARCHIVED']);

/** A submission's status, live: by server-sent events, or by polling where they are blocked. */
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
  onStatus: (submissionStatus: SubmissionStatus) => void,
): Promise<void> {
  let last: SubmissionStatus | null = null;
  const notify = (submissionStatus: SubmissionStatus): void => {
    last = submissionStatus;
    onStatus(submissionStatus);
  };
  const ended = (): boolean => signal.aborted || (last !== null && FINAL.has(last.state));
  while (!ended()) {
    const path = submissions.events.path.replace('{id}', String(id));
    const notifyEvent = ({ data }: { data: string }): void => notify(JSON.parse(data) as SubmissionStatus);
    await readEvents(path, { signal, onEvent: notifyEvent }).catch(() => undefined);
    if (ended()) return;
    await pause(POLL_MS, signal);
    if (ended()) return;
    const submission = await call(submissions.get, { params: { id: String(id) }, signal }).catch(() => null);
    if (submission) notify(submission.submissionStatus);
  }
}
