import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestSignIn } from '#web/app/session/reauthentication.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { offerToWorker } from './handover.ts';
import { lookAt, type Look } from './thumbnail.ts';
import { abandon, startUploadSession, upload, type Draft, type UploadSession } from './upload.ts';
import { TransferRate, type Notice } from './upload.rules.ts';
import type { Progress } from './UploadProgress.tsx';
import type { CaptionsFile } from './useCaptionsFile.ts';

type State =
  /** `waits`: the part already sent is on the server, and the same draft resumes from there. */
  { step: 'idle'; waits: boolean } | { step: 'uploading'; progress: Progress } | { step: 'done'; id: number };

const beginningOf = (file: File): State => ({
  step: 'uploading',
  progress: { sent: 0, total: file.size, speed: null, secondsLeft: null },
});

/** Sends a draft and reports progress. What was typed stays with the form, whatever happens here. */
export function useUpload() {
  const [state, setState] = useState<State>({ step: 'idle', waits: false });
  const [problem, setProblem] = useState<Notice | null>(null);
  const running = useRef<AbortController | null>(null);
  const ongoing = useRef<CurrentUpload | null>(null);
  const client = useQueryClient();
  useEffect(
    () => () => {
      running.current?.abort();
      if (ongoing.current) abandon(ongoing.current.session);
    },
    [],
  );
  const [goesOn, setGoesOn] = useState(false);
  useWarning(state.step === 'uploading' && !goesOn);

  const start = async (
    draft: Omit<Draft, keyof Look>,
    seconds: number | null,
    coverAt: number | null,
    captions: Pick<CaptionsFile, 'chosen' | 'send'>,
  ): Promise<number | null> => {
    const controller = new AbortController();
    const rate = new TransferRate();
    running.current = controller;
    setProblem(null);
    setState(beginningOf(draft.file));
    const look = await lookOrGuess(draft.file, seconds, coverAt);
    // a frame of the whole may be one that is cut away: the server takes its own
    if (draft.edit) look.thumbnail = null;
    ongoing.current = resumeOrStart(ongoing.current, draft, coverAt);
    const parts = { file: draft.file, look, captions: captions.chosen };
    const offer = offerToWorker(parts, setGoesOn);
    const id = await upload({ ...draft, ...look }, ongoing.current.session, {
      signal: controller.signal,
      onUploadUrl: offer.onUploadUrl,
      signIn: requestSignIn,
      onNotice: (notice) => {
        toast(notice.title, notice);
        setProblem(notice.kind === 'bad' ? notice : null);
      },
      onProgress: (sent, total) => {
        rate.record(sent);
        setState({
          step: 'uploading',
          progress: { sent, total, speed: rate.speed(), secondsLeft: rate.secondsLeft(sent, total) },
        });
      },
    });
    // captions follow at once; if the tab is closed, the worker sends them
    void (id === null ? Promise.resolve() : captions.send(id)).finally(offer.end);
    setState(
      id === null ? { step: 'idle', waits: ongoing.current.session.url !== null } : { step: 'done', id },
    );
    if (id === null) return null;
    ongoing.current = null;
    void client.invalidateQueries({ queryKey: ['submissions'] });
    return id;
  };
  return { state, goesOn, problem, start, cancel: () => running.current?.abort(), setProblem };
}

const lookOrGuess = (file: File, seconds: number | null, coverAt: number | null) =>
  lookAt(file, seconds, coverAt).catch(() => ({
    durationSec: seconds ?? 0,
    thumbnail: null,
    thumbnailAt: 0,
  }));

interface CurrentUpload {
  session: UploadSession;
  file: File;
  formKey: string;
}

/** The same draft sent again is the same upload to the server; anything changed makes it another one. */
function resumeOrStart(
  current: CurrentUpload | null,
  { file, ...rest }: Omit<Draft, keyof Look>,
  coverAt: number | null,
): CurrentUpload {
  const formKey = JSON.stringify({ ...rest, coverAt });
  if (current?.file === file && current.formKey === formKey) return current;
  if (current) abandon(current.session);
  return { session: startUploadSession(), file, formKey };
}

/** Confirms before leaving the page while an upload is in progress. */
export function useWarning(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [on]);
}
