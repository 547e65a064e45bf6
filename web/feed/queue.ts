import { orientationOf } from '#contract/videos/orientation.ts';
import type { Orientation, Video } from '#contract/videos/videos.ts';
import { createStore } from '#web/ui/store.ts';
import type { Store } from '#web/ui/store.ts';
import type { Memory } from './memory.ts';
import { categoryScore, creatorScore, pickNext } from './taste.rules.ts';

/** Why a video comes: the strongest reason. */
export type Reason = 'opened' | 'creator' | 'category' | 'featured' | 'trending' | 'new' | 'again' | 'order';

export interface FeedItem {
  video: Video;
  reason: Reason;
}

export interface FeedState {
  items: FeedItem[];
  /** `end`: no more videos after the last one. */
  status: 'loading' | 'ready' | 'failed' | 'end';
  /** The requested video doesn't exist any more. */
  isStartTrimmed: boolean;
}

export interface Page {
  items: Video[];
  next: string | null;
  /** The list has others before these. */
  isWithin?: boolean;
}

export interface Queue extends Store<FeedState> {
  /** The video at this place is shown: there will be some behind it. */
  reach(at: number): void;
  /** Chooses the upcoming videos after this position again. */
  rechoose(at: number): void;
  /** A video that went is left out where it was to come. */
  change(id: number, change: Partial<Video>): void;
  retry(): void;
}

interface Wanted {
  start: number | null;
  /** A list in its own order: starts at `start`; what precedes it comes last. */
  preserveOrder: boolean;
  /** Recently seen videos retain their position. */
  includeSeen: boolean;
  load: (
    start: number | null,
    cursor: string | undefined,
    many: boolean,
    orientation?: Orientation,
  ) => Promise<Page>;
  /** Asks for the video to begin with, where the list's first pages don't hold it; null: the list's first will do. */
  find: ((id: number) => Promise<Video | null>) | null;
  /** On phones: portrait videos come before all others. */
  portraitFirst?: boolean;
  /** The viewer isn't interested in it; a list plays it all the same. */
  isHidden?: (video: Video) => boolean;
  memory: Memory;
}

/** How many are chosen beyond the one that is shown: few, so that what one does changes what comes. */
const AHEAD = 3;
const CHOICE = 8;
const NEW_DAYS = 7;
/** In a list the video it begins at is looked for on so many pages. */
const MAX_PAGES_BEFORE = 5;

/**
 * The videos that are shown, one after another: what the server gives, without those seen in this browser of late, in an
 * order that tastes bend a little, on phones portrait videos before all others. When all were seen, those come that were seen longest ago; only a list ends.
 */
export const createQueue = (wanted: Wanted): Queue => new FeedQueue(wanted);

class FeedQueue implements Queue {
  readonly #wanted: Wanted;
  readonly #store = createStore<FeedState>({ items: [], status: 'loading', isStartTrimmed: false });
  readonly #known = new Set<number>();
  /** Not seen of late, in the order they came. */
  #candidates: Video[] = [];
  #seenBefore: Video[] = [];
  /** In a list, the videos before its starting point: loaded first, then moved to the end. */
  #skipped: Video[] | null;
  #last: Video[] = [];
  /** The first video has to be requested separately. */
  #isStartFar = false;
  /** Of the next page; null: there is none. */
  #cursor: string | null | undefined;
  /** Of the next page of portrait videos alone; null: all of them are known. */
  #portraitCursor: string | null | undefined;
  /** A list opened in the middle: its beginning is loaded after its end. */
  #before: 'none' | 'to come' | 'under way' = 'none';
  #pages = 0;
  #length = AHEAD;
  #isInFlight = false;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#skipped = wanted.preserveOrder && wanted.start !== null ? [] : null;
    this.#portraitCursor = wanted.portraitFirst ? undefined : null;
  }

  get = () => this.#store.get();
  set = (state: FeedState) => this.#store.set(state);
  watch = (listener: () => void) => this.#store.watch(listener);

  reach = (at: number): void => {
    this.#length = Math.max(this.#length, at + 1 + AHEAD);
    const { items, status } = this.get();
    if (items.length < this.#length && status !== 'end' && status !== 'failed') void this.#fill();
  };

  rechoose = (at: number): void => {
    const { items } = this.get();
    const [shown, rest] = [items.slice(0, at + 1), items.slice(at + 1)];
    for (const { video, reason } of rest.toReversed().filter((item) => !this.#isUnwanted(item.video)))
      (reason === 'again' ? this.#seenBefore : this.#candidates).unshift(video);
    const { memory } = this.#wanted;
    // after a fresh start the seen list is empty
    const before = this.#seenBefore;
    this.#candidates.push(...before.filter(({ id }) => memory.seenAt(id) === null));
    this.#seenBefore = before.filter(({ id }) => memory.seenAt(id) !== null);
    this.#change({ items: shown, status: 'ready' });
    this.#length = shown.length + AHEAD;
    void this.#fill();
  };

  change = (id: number, change: Partial<Video>): void => {
    const items = this.get().items.map((item) =>
      item.video.id === id ? { ...item, video: { ...item.video, ...change } } : item,
    );
    this.#change({ items });
  };

  retry = (): void => {
    this.#change({ status: 'loading' });
    void this.#fill();
  };

  #change(change: Partial<FeedState>): void {
    this.set({ ...this.get(), ...change });
  }

  get #isDone(): boolean {
    return this.#cursor === null;
  }

  /** What may come next: portrait videos as long as there are any, where they come first. */
  get #eligible(): Video[] {
    const portraits = this.#candidates.filter((video) => orientationOf(video) === 'portrait');
    const isFirst = this.#wanted.portraitFirst && portraits.length > 0;
    return isFirst || (!this.#isDone && this.#portraitCursor !== null) ? portraits : this.#candidates;
  }

  get #isAtEnd(): boolean {
    const left = this.#candidates.length + this.#seenBefore.length + this.#last.length;
    return this.#isDone && left === 0 && this.#shownLongestAgo() === undefined;
  }

  async #fill(): Promise<void> {
    if (this.#isInFlight) return;
    this.#isInFlight = true;
    try {
      while (this.get().items.length < this.#length) {
        // choosing needs several candidates
        if (!this.#isDone && this.#eligible.length < CHOICE) await this.#load();
        if (this.#isStartFar) await this.#findStart();
        const next = this.#choose();
        if (next) this.#change({ items: [...this.get().items, next] });
        else if (this.#isDone) break;
      }
      this.#change({ status: this.#isAtEnd ? 'end' : 'ready' });
    } catch {
      this.#change({ status: 'failed' });
    } finally {
      this.#isInFlight = false;
    }
  }

  async #load(): Promise<void> {
    const { start, preserveOrder, load } = this.#wanted;
    const isFirst = this.#pages === 0;
    if (!isFirst && this.#portraitCursor !== null) return this.#loadPortraits();
    // where most of it was seen already, larger steps
    const many = preserveOrder || (!isFirst && this.#candidates.length < 2);
    const page = await load(isFirst ? start : null, this.#cursor ?? undefined, many);
    if (page.isWithin && isFirst) this.#before = 'to come';
    const isRound = this.#before === 'under way' && page.items.some(({ id }) => id === start);
    this.#cursor = isRound ? null : page.next;
    if (this.#cursor === null && this.#before === 'to come') {
      this.#before = 'under way';
      this.#cursor = undefined;
    }
    this.#pages += 1;
    if (isFirst && !preserveOrder && start !== null && page.items[0]?.id !== start)
      this.#change({ isStartTrimmed: true });
    this.#take(page.items);
  }

  async #loadPortraits(): Promise<void> {
    const many = this.#eligible.length < 2;
    const page = await this.#wanted.load(null, this.#portraitCursor ?? undefined, many, 'portrait');
    this.#portraitCursor = page.next;
    this.#sortIn(page.items);
  }

  /** In a list, the videos before the starting point are moved to the end. */
  #take(videos: Video[]): void {
    if (!this.#skipped) {
      this.#sortIn(videos);
      return;
    }
    const at = videos.findIndex(({ id }) => id === this.#wanted.start);
    this.#skipped.push(...(at < 0 ? videos : videos.slice(0, at)));
    if (at < 0 && this.#pages < MAX_PAGES_BEFORE && !this.#isDone) return;
    if (at < 0) {
      this.#isStartFar = this.#wanted.find !== null;
      this.#sortIn(this.#skipped);
    } else {
      this.#last = this.#skipped;
      this.#sortIn(videos.slice(at));
    }
    this.#skipped = null;
  }

  async #findStart(): Promise<void> {
    const { start, find } = this.#wanted;
    const found = start === null ? null : await find?.(start);
    this.#isStartFar = false;
    if (!found) return this.#change({ isStartTrimmed: true });
    this.#known.add(found.id);
    this.#candidates.unshift(found);
  }

  #sortIn(videos: Video[]): void {
    const { start, memory, includeSeen: dropHidden } = this.#wanted;
    for (const video of videos) {
      if (this.#known.has(video.id) || (video.id !== start && this.#isUnwanted(video))) continue;
      this.#known.add(video.id);
      const isNew = dropHidden || video.id === start || memory.seenAt(video.id) === null;
      (isNew ? this.#candidates : this.#seenBefore).push(video);
    }
  }

  #choose(): FeedItem | null {
    const { start, memory, preserveOrder } = this.#wanted;
    const { items } = this.get();
    if (this.#candidates.length === 0 && this.#isDone) this.#sortIn(this.#last.splice(0));
    if (this.#candidates.length > 0) {
      const isStart = items.length === 0 && this.#candidates[0]?.id === start;
      const before = items.slice(-2).map(({ video }) => video);
      const eligible = isStart ? this.#candidates : this.#eligible;
      const video = eligible[isStart ? 0 : pickNext(eligible, memory.taste(), before, preserveOrder)];
      this.#candidates = this.#candidates.filter((candidate) => candidate !== video);
      return video ? { video, reason: isStart ? 'opened' : reasonOf(video, memory) } : null;
    }
    return this.#isDone ? this.#chooseSeen() : null;
  }

  #isUnwanted(video: Video): boolean {
    return !this.#wanted.preserveOrder && this.#wanted.isHidden?.(video) === true;
  }

  /** All were seen: the one that was seen longest ago. */
  #chooseSeen(): FeedItem | null {
    const { memory } = this.#wanted;
    const times = this.#seenBefore.map(({ id }) => memory.seenAt(id) ?? 0);
    const [video = this.#shownLongestAgo()] = this.#seenBefore.splice(times.indexOf(Math.min(...times)), 1);
    return video ? { video, reason: 'again' } : null;
  }

  /** Of the videos in this feed, for another round; a list has none, nor has a single video. */
  #shownLongestAgo(): Video | undefined {
    if (this.#wanted.preserveOrder) return undefined;
    // a video's latest place counts
    const videos = this.get().items.map(({ video }) => video);
    const latest = [...new Map(videos.toReversed().map((video) => [video.id, video])).values()];
    return latest.findLast((video, at) => at > 0 && !this.#isUnwanted(video));
  }
}

function reasonOf(video: Video, memory: Memory): Reason {
  const taste = memory.taste();
  if (creatorScore(taste, video) >= 1) return 'creator';
  if (categoryScore(taste, video) >= 0.6) return 'category';
  if (video.isFeatured) return 'featured';
  if (video.isTrending) return 'trending';
  const days = (Date.now() - Date.parse(video.createdAt)) / 86_400_000;
  return days < NEW_DAYS ? 'new' : 'order';
}
