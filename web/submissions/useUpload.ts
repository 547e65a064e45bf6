import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '#web/ui/toast.ts';
import { lookAt } from './thumbnail.ts';
import { upload, type Draft } from './upload.ts';
import { Pace, UPLOADED, type Notice } from './upload.rules.ts';
import type { Progress } from './UploadProgress.tsx';

type State = { step: 'idle' } | { step: 'uploading'; progress: Progress } | { step: 'done'; id: number };

/** Sends a draft and tells how far it is. What was typed stays with the form, whatever happens here. */
export function useUpload() {
  const [state, setState] = useState<State>({ step: 'idle' });
  const [problem, setProblem] = useState<Notice | null>(null);
  const running = useRef<AbortController | null>(null);
  const client = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  const start = async (
    draft: Omit<Draft, 'thumbnail' | 'durationSec'>,
    seconds: number | null,
  ): Promise<number | null> => {
    const controller = new AbortController();
    const pace = new Pace();
    running.current = controller;
    setProblem(null);
    setState({
      step: 'uploading',
      progress: { sent: 0, total: draft.file.size, speed: null, secondsLeft: null },
    });
    const look = await lookAt(draft.file).catch(() => ({ durationSec: 0, thumbnail: null }));
    const id = await upload(
      { ...draft, ...look, durationSec: look.durationSec || seconds || 0 },
      {
        signal: controller.signal,
        onNotice: (notice) => {
          toast(notice.title, notice);
          setProblem(notice.kind === 'bad' ? notice : null);
        },
        onProgress: (sent, total) => {
          pace.note(sent);
          setState({
            step: 'uploading',
            progress: { sent, total, speed: pace.speed(), secondsLeft: pace.secondsLeft(sent, total) },
          });
        },
      },
    );
    setState(id === null ? { step: 'idle' } : { step: 'done', id });
    if (id === null) return null;
    toast(UPLOADED.title, UPLOADED);
    void client.invalidateQueries({ queryKey: ['submissions'] });
    return id;
  };
  return { state, problem, start, cancel: () => running.current?.abort(), setProblem };
}
