import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cue } from '#contract/captions/cues.ts';
import { saveCues, type TrackName } from '../captions.queries.ts';
import type { EditedCue } from './edit.rules.ts';

/** Delay of the autosave after the last change. */
const SAVE_DELAY_MS = 3000;

export type DraftState = 'saved' | 'changed' | 'failed';

type SentCue = Cue & { confidence?: number; doubtful?: string[] };

const toSent = ({ start, end, text, settings, confidence, doubtful }: EditedCue): SentCue => ({
  start,
  end,
  text,
  ...(settings && { settings }),
  ...(confidence !== undefined && { confidence }),
  ...(doubtful && { doubtful }),
});

/** Autosaves cues as a draft after each change; `flush` saves pending changes at once. */
export function useDraft(
  videoId: number,
  { language, kind }: TrackName,
  cues: EditedCue[],
): { draft: DraftState; flush: () => Promise<void> } {
  const [sent, setSent] = useState(cues);
  const [failed, setFailed] = useState<EditedCue[] | null>(null);
  const latest = useRef({ cues, sent });
  useEffect(() => {
    latest.current.cues = cues;
  }, [cues]);
  const flush = useCallback(async (): Promise<void> => {
    const now = latest.current.cues;
    if (now === latest.current.sent) return;
    try {
      await saveCues(videoId, { language, kind }, now.map(toSent), true);
      latest.current.sent = now;
      setSent(now);
    } catch {
      setFailed(now);
    }
  }, [videoId, language, kind]);
  useEffect(() => {
    const timer = setTimeout(() => void flush(), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [cues, flush]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent): void => {
      if (latest.current.cues !== latest.current.sent) event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => {
      removeEventListener('beforeunload', leave);
      void flush();
    };
  }, [flush]);
  return { draft: cues === sent ? 'saved' : cues === failed ? 'failed' : 'changed', flush };
}
