import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cue } from '#contract/captions/cues.ts';
import { saveCues, type TrackName } from '../captions.queries.ts';
import { edit, redo, startHistory, undo, type Edit, type EditedCue, type History } from './edit.rules.ts';

/** A draft goes to the server so long after the last change. */
const KEEP_MS = 3000;

export type Kept = 'kept' | 'changed' | 'failed';

export interface Editor {
  cues: EditedCue[];
  at: number;
  kept: Kept;
  canUndo: boolean;
  canRedo: boolean;
  run(act: Edit, options?: { joined?: boolean }): void;
  select(at: number): void;
  undo(): void;
  redo(): void;
  /** Sends what isn't kept yet. */
  flush(): Promise<void>;
}

type SentCue = Cue & { confidence?: number; doubtful?: string[] };

const toSent = ({ start, end, text, settings, confidence, doubtful }: EditedCue): SentCue => ({
  start,
  end,
  text,
  ...(settings && { settings }),
  ...(confidence !== undefined && { confidence }),
  ...(doubtful && { doubtful }),
});

/** The cues of a track being worked on; every change can be undone, and is kept as a draft a moment later. */
export function useEditor(
  videoId: number,
  name: TrackName,
  { first, timeNow }: { first: Cue[]; timeNow: () => number },
): Editor {
  const [history, setHistory] = useState<History>(() => startHistory(first));
  const [kept, setKept] = useState<Kept>('kept');
  const { cues, at } = history.now;
  const sent = useRef(cues);
  const latest = useRef(cues);
  useEffect(() => {
    latest.current = cues;
  }, [cues]);
  const { language, kind } = name;
  const flush = useCallback(async (): Promise<void> => {
    const now = latest.current;
    if (now === sent.current) return;
    try {
      await saveCues(videoId, { language, kind }, now.map(toSent), true);
      sent.current = now;
      setKept(latest.current === now ? 'kept' : 'changed');
    } catch {
      setKept('failed');
    }
  }, [videoId, language, kind]);
  useEffect(() => {
    if (cues === sent.current) return;
    const timer = setTimeout(() => void flush(), KEEP_MS);
    return () => clearTimeout(timer);
  }, [cues, flush]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent): void => {
      if (latest.current !== sent.current) event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => {
      removeEventListener('beforeunload', leave);
      void flush();
    };
  }, [flush]);
  const set = (change: (before: History) => History): void => {
    setHistory((before) => {
      const next = change(before);
      if (next.now.cues !== before.now.cues) setKept('changed');
      return next;
    });
  };
  return {
    cues,
    at,
    kept,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    run: (act, { joined = false } = {}) => set((before) => edit(before, act(before.now, timeNow()), joined)),
    select: (place) => setHistory((before) => ({ ...before, now: { ...before.now, at: place } })),
    undo: () => set(undo),
    redo: () => set(redo),
    flush,
  };
}
