import type { Video } from '#contract/videos/videos.ts';

/** The viewer's preferences, learnt and stored in their browser alone. */
export interface Taste {
  categories: Record<string, number>;
  creators: Record<string, number>;
}

export const NO_TASTE: Taste = { categories: {}, creators: {} };

/** Viewer events, and their weight for the video's creator and category. */
const WEIGHTS = {
  finished: { creator: 1, category: 0.3 },
  liked: { creator: 2, category: 0.6 },
  skipped: { creator: -0.5, category: -0.15 },
  less: { creator: -6, category: -1.5 },
  /** `less` was undone. */
  restored: { creator: 6, category: 1.5 },
} as const;
export type Happened = keyof typeof WEIGHTS;

const MOST = 10;
/** Newer events weigh more. */
const FADE = 0.95;
const MAX_CREATORS = 200;

export type Tasted = Pick<Video, 'creator' | 'creatorUsername' | 'category'>;

export const creatorOf = ({ creator, creatorUsername }: Tasted): string => creatorUsername ?? `(${creator})`;

const add = (scores: Record<string, number>, key: string, by: number): Record<string, number> => ({
  ...scores,
  [key]: Math.max(-MOST, Math.min(MOST, (scores[key] ?? 0) * FADE + by)),
});

export function learn(taste: Taste, video: Tasted, happened: Happened): Taste {
  const weight = WEIGHTS[happened];
  return {
    categories: add(taste.categories, video.category, weight.category),
    creators: limitScores(add(taste.creators, creatorOf(video), weight.creator)),
  };
}

function limitScores(scores: Record<string, number>): Record<string, number> {
  const all = Object.entries(scores);
  if (all.length <= MAX_CREATORS) return scores;
  return Object.fromEntries(all.toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, MAX_CREATORS));
}

export const creatorScore = (taste: Taste, video: Tasted): number => taste.creators[creatorOf(video)] ?? 0;
export const categoryScore = (taste: Taste, video: Tasted): number => taste.categories[video.category] ?? 0;

/** How many of those that would come next are looked at. */
const WINDOW = 12;
/** What a place further ahead in everybody's order is worth. */
const POSITION_WEIGHT = 0.4;
const UNWANTED = -4;
const MAX_IN_A_ROW = 2;

/**
 * Which of `candidates`, in the public order, comes next: the first, unless one close behind scores clearly
 * higher for this viewer. No creator comes three times in a row if another is near. In a list
 * (`preserveOrder`) only what the viewer wants less of is delayed.
 */
export function pickNext(
  candidates: readonly Tasted[],
  taste: Taste,
  before: readonly Tasted[],
  preserveOrder: boolean,
): number {
  if (preserveOrder) {
    const at = candidates.findIndex((video) => creatorScore(taste, video) > UNWANTED);
    return Math.max(0, at);
  }
  const last = before.slice(-MAX_IN_A_ROW).map(creatorOf);
  const tooOften = last.length === MAX_IN_A_ROW && last[0] === last[1] ? last[0] : null;
  let best = { at: 0, worth: -Infinity };
  for (const [at, video] of candidates.slice(0, WINDOW).entries()) {
    const worth =
      creatorScore(taste, video) +
      categoryScore(taste, video) -
      POSITION_WEIGHT * at -
      (creatorOf(video) === tooOften ? 3 * MOST : 0);
    if (worth > best.worth) best = { at, worth };
  }
  return best.at;
}
