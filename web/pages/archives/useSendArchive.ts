import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { archives, MAX_ARCHIVE } from '#contract/archives/archives.ts';
import { useRenewArchives } from '#web/archives/archives.queries.ts';
import { send } from '#web/submissions/send.ts';
import { TransferRate } from '#web/submissions/upload.rules.ts';
import type { Progress } from '#web/submissions/UploadProgress.tsx';
import { useWarning } from '#web/submissions/useUpload.ts';

/** Uploads an archive with progress; leaving the page asks for a confirmation, then cancels the upload. */
export function useSendArchive() {
  const [sending, setSending] = useState<{ name: string; progress: Progress } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const renew = useRenewArchives();
  useEffect(() => () => running.current?.abort(), []);
  useWarning(sending !== null);

  const start = async (file: File): Promise<void> => {
    // the browser would only report the error after the whole upload
    if (file.size > MAX_ARCHIVE) return setProblem(t`This file is larger than 2 GB.`);
    const controller = new AbortController();
    const rate = new TransferRate();
    const onProgress = (sent: number, total: number): void => {
      rate.record(sent);
      const progress = { sent, total, speed: rate.speed(), secondsLeft: rate.secondsLeft(sent, total) };
      setSending({ name: file.name, progress });
    };
    running.current = controller;
    setProblem(null);
    onProgress(0, file.size);
    const body = new FormData();
    body.append('file', file);
    const watcher = { onProgress, signal: controller.signal };
    const answer = await send('POST', archives.start.path, { body }, watcher);
    if ('kind' in answer && answer.kind === 'rejected')
      setProblem(answer.text || t`Something went wrong. Please try again.`);
    if ('kind' in answer && answer.kind === 'network')
      setProblem(t`Please check your connection and try again.`);
    // what came of it is in the page by the time the button is back
    await renew();
    setSending(null);
    return undefined;
  };
  return {
    sending,
    problem,
    start: (file: File) => void start(file),
    cancel: () => running.current?.abort(),
  };
}
