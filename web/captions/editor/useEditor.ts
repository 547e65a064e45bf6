import { useCallback, useState } from 'react';
import type { Cue } from '#contract/captions/cues.ts';
import type { TrackName } from '../captions.queries.ts';
import { edit, redo, startHistory, undo, type Edit, type EditedCue, type History } from './edit.rules.ts';
import { useDraft, type DraftState } from './useDraft.ts';

export interface Editor {
  cues: EditedCue[];
  at: number;
  /** Nothing has been edited yet. */
  isFresh: boolean;
  draft: DraftState;
  canUndo: boolean;
  canRedo: boolean;
  run(act: Edit, options?: { joined?: boolean }): void;
  select(at: number): void;
  undo(): void;
  redo(): void;
  /** Saves pending changes. */
  flush(): Promise<void>;
}

/** The cues of the track being edited, with undo and autosave to a draft. */
export function useEditor(
  videoId: number,
  name: TrackName,
  { first, timeNow }: { first: Cue[]; timeNow: () => number },
): Editor {
  const [initial] = useState<History>(() => startHistory(first));
  const [history, setHistory] = useState(initial);
  const { cues, at } = history.now;
  const { draft, flush } = useDraft(videoId, name, cues);
  const run = useCallback<Editor['run']>(
    (act, { joined = false } = {}) =>
      setHistory((before) => edit(before, act(before.now, timeNow()), joined)),
    [timeNow],
  );
  const select = useCallback(
    (index: number): void => setHistory((before) => ({ ...before, now: { ...before.now, at: index } })),
    [],
  );
  return {
    cues,
    at,
    isFresh: history === initial,
    draft,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    run,
    select,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    flush,
  };
}
