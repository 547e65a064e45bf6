import { ROTATION } from '#contract/site/counting.ts';

/** What the rotation knows of a public video when it picks. */
export interface Candidate {
  id: number;
  category: string;
  /** At most two in a row are by the same creator. */
  creator: string;
  approvedAt: Date;
  featured: boolean;
  featuredPosition: number | null;
  trending: boolean;
  /** Own views of the last two weeks. */
  recentViews: number;
  likes: number;
  comments: number;
  externalViews: number;
}

/** Size of the rotation; the newest videos follow it. */
export const ROTATION_SIZE = 240;
/** Age halves what a video earned about every two days at first, ever slower later. */
const GRAVITY = 1.3;
const HOURS_OFFSET = 24;
const MAX_CONSECUTIVE = ROTATION.inARow;
/** Another category is preferred unless this much better. */
const SAME_CATEGORY = 0.5;
/** How far down the list to search for a better mix. */
const LOOK_AHEAD = 40;

/** What a video is worth now: views, likes and comments, decayed by its age. */
export function scoreOf(video: Candidate, now: number): number {
  const earned =
    1 +
    ROTATION.view * video.recentViews +
    ROTATION.like * video.likes +
    ROTATION.comment * video.comments +
    Math.log10(1 + video.externalViews);
  const hours = Math.max(0, (now - video.approvedAt.getTime()) / 3_600_000);
  return (earned * HOURS_OFFSET) / (hours + HOURS_OFFSET) ** GRAVITY;
}

/**
 * The rotation: featured ones in their order, then trending ones, then the best of the rest; categories mixed, and no
 * creator more than twice in a row (a third is deferred, or left out).
 */
export function arrangeRotation(candidates: Candidate[], now: number, size = ROTATION_SIZE): number[] {
  const scored = candidates.map((video) => ({ video, score: scoreOf(video, now), tier: tierOf(video) }));
  const waiting = scored.toSorted((a, b) => a.tier - b.tier || b.score - a.score || b.video.id - a.video.id);
  const picked: Candidate[] = [];
  while (waiting.length > 0 && picked.length < size) {
    const at = nextOf(waiting, picked);
    if (at === null) break;
    picked.push(...waiting.splice(at, 1).map(({ video }) => video));
  }
  return picked.map(({ id }) => id);
}

const REST = 1e9;

/** Featured videos retain their order; trending ones precede the rest. */
function tierOf(video: Candidate): number {
  if (video.featured) return video.featuredPosition ?? REST - 2;
  return video.trending ? REST - 1 : REST;
}

function nextOf(
  waiting: { video: Candidate; score: number; tier: number }[],
  picked: Candidate[],
): number | null {
  const last = picked.slice(-MAX_CONSECUTIVE);
  const tooOften =
    last.length === MAX_CONSECUTIVE && last.every(({ creator }) => creator === last[0]?.creator)
      ? last[0]?.creator
      : null;
  const before = picked.at(-1);
  let best: { at: number; worth: number; tier: number } | null = null;
  let seen = 0;
  for (const [at, { video, score, tier }] of waiting.entries()) {
    if (video.creator === tooOften) continue;
    if (best && (tier !== best.tier || ++seen > LOOK_AHEAD)) break;
    const worth = video.category === before?.category ? score * SAME_CATEGORY : score;
    if (!best || worth > best.worth) best = { at, worth, tier };
  }
  return best?.at ?? null;
}
