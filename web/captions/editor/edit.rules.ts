import { toMs, type Cue } from '#contract/captions/cues.ts';

/** A cue in the editor, with a key that survives edits. */
export type EditedCue = Cue & {
  key: number;
  confidence?: number | undefined;
  doubtful?: string[] | undefined;
};

export interface Edited {
  cues: EditedCue[];
  /** The place of the cue that is worked on. */
  at: number;
}

const round = (seconds: number): number => Math.max(0, toMs(seconds) / 1000);
/** Of a new cue, and the least of any. */
const NEW_SECONDS = 2;
const LEAST = 0.1;

let keys = 0;
export const withKeys = (cues: Cue[]): EditedCue[] => cues.map((cue) => ({ ...cue, key: (keys += 1) }));

/** The edits of an editor; each returns a whole new state, so that it can be undone. */
export type Edit = (edited: Edited, now: number) => Edited;

function change(edited: Edited, by: (cue: EditedCue) => Partial<EditedCue>): Edited {
  const { cues, at } = edited;
  const cue = cues[at];
  if (!cue) return edited;
  // who touches a doubtful line has looked at it
  return { cues: cues.with(at, { ...cue, confidence: undefined, doubtful: undefined, ...by(cue) }), at };
}

export const setText =
  (text: string): Edit =>
  (edited) =>
    change(edited, () => ({ text }));

export const nudgeStart =
  (by: number): Edit =>
  (edited) =>
    change(edited, ({ start, end }) => ({ start: Math.min(round(start + by), round(end - LEAST)) }));

export const nudgeEnd =
  (by: number): Edit =>
  (edited) =>
    change(edited, ({ start, end }) => ({ end: Math.max(round(end + by), round(start + LEAST)) }));

/** Moving the start past the end moves the end too, and vice versa. */
export const setStart: Edit = (edited, now) =>
  change(edited, ({ start, end }) => ({
    start: round(now),
    end: now < end ? end : round(now + end - start),
  }));

export const setEnd: Edit = (edited, now) =>
  change(edited, ({ start, end }) => ({
    end: round(now),
    start: now > start ? start : round(now - (end - start)),
  }));

/** In two at the moment that plays, else in its middle; the words are cut at about the same place, between two of them. */
export const split: Edit = (edited, now) => {
  const { cues, at } = edited;
  const cue = cues[at];
  if (!cue) return edited;
  const { start, end, text } = cue;
  const middle = now > start + LEAST && now < end - LEAST ? now : (start + end) / 2;
  const wanted = (text.length * (middle - start)) / (end - start);
  const gaps = [...text.matchAll(/\s+/g)].map(({ index, 0: gap }) => ({ index, length: gap.length }));
  const gap = gaps.toSorted((a, b) => Math.abs(a.index - wanted) - Math.abs(b.index - wanted))[0];
  const cut = gap ?? { index: text.length, length: 0 };
  const [first, second] = withKeys([
    { ...cue, end: round(middle), text: text.slice(0, cut.index) },
    { ...cue, start: round(middle), text: text.slice(cut.index + cut.length) },
  ]);
  return first && second ? { cues: cues.toSpliced(at, 1, first, second), at: at + 1 } : edited;
};

/** With the one behind it. */
export const join: Edit = (edited) => {
  const { cues, at } = edited;
  const [cue, next] = [cues[at], cues[at + 1]];
  if (!cue || !next) return edited;
  const text = [cue.text, next.text].filter(Boolean).join(cue.text.includes('\n') ? '\n' : ' ');
  return { cues: cues.toSpliced(at, 2, { ...cue, end: Math.max(cue.end, next.end), text }), at };
};

/** An empty one behind it, where there is room until the next; without any cue at the moment that plays. */
export const insert: Edit = ({ cues, at }, now) => {
  const before = cues[at];
  const start = round(before ? Math.max(before.end, Math.min(now, cues[at + 1]?.start ?? now)) : now);
  const gap = (cues[at + 1]?.start ?? Infinity) - start;
  const end = round(start + Math.max(LEAST, Math.min(NEW_SECONDS, gap > 0 ? gap : NEW_SECONDS)));
  const index = before ? at + 1 : 0;
  return { cues: cues.toSpliced(index, 0, ...withKeys([{ start, end, text: '' }])), at: index };
};

export const remove: Edit = ({ cues, at }) => ({
  cues: cues.toSpliced(at, 1),
  at: Math.max(0, Math.min(at, cues.length - 2)),
});

/** The cue at a time, else the last one before it. */
export const placeAt = (cues: EditedCue[], now: number): number =>
  Math.max(
    0,
    cues.findLastIndex(({ start }) => start <= now + 0.01),
  );

export interface History {
  now: Edited;
  past: Edited[];
  future: Edited[];
}

const MAX_PAST = 200;

export const startHistory = (cues: Cue[]): History => ({
  now: { cues: withKeys(cues), at: 0 },
  past: [],
  future: [],
});

/** `joined`: merged with the previous edit, like the letters of one word. */
export function edit(history: History, next: Edited, joined: boolean): History {
  if (next === history.now) return history;
  const past = joined ? history.past : [...history.past, history.now].slice(-MAX_PAST);
  return { now: next, past, future: [] };
}

export function undo({ now, past, future }: History): History {
  const before = past.at(-1);
  return before ? { now: before, past: past.slice(0, -1), future: [now, ...future] } : { now, past, future };
}

export function redo({ now, past, future }: History): History {
  const [next, ...rest] = future;
  return next ? { now: next, past: [...past, now], future: rest } : { now, past, future };
}
