import { setImmediate } from 'node:timers/promises';
import type { OwnTrack } from '#contract/captions/captions.ts';
import { newTextOf, toMs, type Cue } from '#contract/captions/cues.ts';
import { isShown, type Span } from '#contract/submissions/edit-times.rules.ts';
import { toCaption } from '#contract/captions/tracks.ts';
import type { StoredCue } from '#server/app/database/columns.ts';
import type { TrackRow } from './captions.store.ts';

export type EditedCue = Cue & { confidence?: number | undefined; doubtful?: string[] | undefined };

export const toStored = ({ start, end, text, settings, confidence, doubtful }: EditedCue): StoredCue => {
  const times: [number, number, string] = [toMs(start), toMs(end), text];
  if (confidence !== undefined)
    return doubtful?.length
      ? [...times, settings ?? '', confidence, doubtful]
      : [...times, settings ?? '', confidence];
  return settings ? [...times, settings] : times;
};

export const toCue = ([start, end, text, settings, confidence, doubtful]: StoredCue): EditedCue => ({
  start: start / 1000,
  end: end / 1000,
  text,
  ...(settings && { settings }),
  ...(confidence !== undefined && { confidence }),
  ...(doubtful && { doubtful }),
});

/** The spoken text of each cue; empty for cues outside the cut. */
export function spokenOf(cues: Cue[], cut: Span | null): string[] {
  const texts = newTextOf(cues.filter((cue) => isShown(cue, cut))).values();
  return cues.map((cue) => (isShown(cue, cut) ? (texts.next().value ?? '') : ''));
}

/** The number of spoken words; scripts without spaces are segmented by Unicode's rules. */
export async function wordCountOf(texts: string[], language: string): Promise<number> {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const counts = await inSlices(texts, (text) => {
    let words = 0;
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
    return words;
  });
  return counts.reduce((sum, words) => sum + words, 0);
}

const SLICE = 100;

/** Processes thousands of cues in slices, to leave the event loop free. */
export async function inSlices<T, R>(items: T[], run: (item: T, at: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [at, item] of items.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    done.push(run(item, at));
  }
  return done;
}

/** One track of the rows that it has. */
export function toOwnTrack(videoId: number, rows: TrackRow[], token?: string): OwnTrack | null {
  const published = rows.find(({ state }) => state === 'PUBLISHED');
  const draft = rows.find(({ state }) => state !== 'PUBLISHED');
  const shown = draft ?? published;
  if (!shown) return null;
  const { language, kind, words } = shown;
  const caption = toCaption(
    videoId,
    { language, kind, words, isDefault: published?.is_default ?? false },
    token,
  );
  return {
    ...caption,
    url: published ? caption.url : null,
    state: shown.state === 'WAITING' ? 'WAITING' : published ? 'PUBLISHED' : 'DRAFT',
    hasDraft: draft !== undefined,
    byMachine: shown.by_machine,
    updatedAt: shown.updated_at.toISOString(),
  };
}
