import type { Page } from '@playwright/test';
import type { Statistics } from '#contract/statistics/statistics.ts';
import type { Submission } from '#contract/submissions/submissions.ts';

const DAYS = 28;
const DAY_MS = 24 * 3600 * 1000;

const numbers = (): Statistics => {
  const days = Array.from({ length: DAYS }, (_, at) => ({
    day: new Date(Date.now() - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
    views: Math.round(140 + 90 * Math.sin(at / 3) + at * 6),
    likes: 8 + (at % 5),
    comments: at % 4,
    followers: at % 3,
  }));
  const sum = (name: 'views' | 'likes' | 'comments' | 'followers') =>
    days.reduce((total, day) => total + day[name], 0);
  return {
    totals: {
      views: sum('views'),
      likes: sum('likes'),
      comments: sum('comments'),
      followers: sum('followers'),
    },
    days,
    sources: [
      { source: 'FEED', host: null, views: 2310 },
      { source: 'HOME', host: null, views: 1190 },
      { source: 'LINK', host: 'news.example.org', views: 640 },
      { source: 'SEARCH', host: null, views: 210 },
      { source: 'CREATOR', host: null, views: 96 },
      { source: 'EMBED', host: 'blog.example.net', views: 41 },
    ],
    phrases: [
      { phrase: 'morning light', views: 120 },
      { phrase: 'pottery wheel', views: 61 },
    ],
    curve: [96, 88, 79, 71, 66, 60, 55, 49, 44, 38].map((percent, at) => ({ tenth: at + 1, percent })),
  };
};

/** Videos in every state a creator can see, one after the other. */
function inAllStates(videos: Submission[]): Submission[] {
  const [first, second, third, fourth, fifth, ...rest] = videos;
  if (!first || !second || !third || !fourth || !fifth) return videos;
  return [
    {
      ...first,
      candidates: Array.from({ length: 5 }, (_, at) => `${first.thumbnail}?${at}`),
      publishAt: new Date(Date.now() + 3 * DAY_MS).toISOString(),
      submissionStatus: { ...first.submissionStatus, state: 'SCHEDULED', text: 'scheduled' },
    },
    { ...second, visibility: 'UNLISTED', pendingChange: { title: 'Another title' } },
    {
      ...third,
      status: 'REJECTED',
      submissionStatus: {
        ...third.submissionStatus,
        state: 'REJECTED',
        reason: 'The picture or sound quality is too low.',
      },
    },
    {
      ...fourth,
      visibility: 'PRIVATE',
      submissionStatus: { ...fourth.submissionStatus, state: 'PRIVATE', text: 'private' },
    },
    {
      ...fifth,
      submissionStatus: { ...fifth.submissionStatus, state: 'ENCODING', text: 'encoding 42 %', percent: 42 },
    },
    ...rest,
  ];
}

/** The studio of a member who made all of the sample's videos, opened at `address`. */
export const openStudio = (address: string) => async (page: Page) => {
  await page.route(/\/api\/submissions\/mine/, async (route) => {
    const all = await route.fetch({ url: new URL('/api/submissions?limit=12', page.url()).href });
    await route.fulfill({ response: all, json: inAllStates((await all.json()) as Submission[]) });
  });
  await page.route(/\/api\/me\/statistics/, (route) => route.fulfill({ json: numbers() }));
  await page.goto(address);
};

/** Comments on the newest videos, some of them pending review. */
export async function openInbox(page: Page): Promise<void> {
  await page.route(/\/api\/me\/inbox/, async (route) => {
    const base = { replyTo: null, editedAt: null, deleted: false };
    const authors = ['Mara Lindqvist', 'Jonas', 'A guest with a rather long name that goes on'];
    await route.fulfill({
      json: authors.map((name, at) => ({
        ...base,
        id: at + 1,
        videoId: 1,
        videoTitle: 'Morning light on the harbour wall',
        videoThumbnail: null,
        authorUsername: at === 2 ? null : name.toLowerCase(),
        authorDisplayName: name,
        authorAvatar: null,
        text: 'The light at the end is wonderful. '.repeat(at + 1),
        createdAt: new Date(Date.now() - at * 5 * 3600 * 1000).toISOString(),
        likes: at,
        waits: at === 0,
      })),
    });
  });
  await openStudio('/studio?tab=comments')(page);
}

/** The review of a creator's changes to an approved video. */
export async function openRevision(page: Page): Promise<void> {
  await page.route(/\/api\/submissions\?/, async (route) => {
    const answer = await route.fetch();
    const [first, ...rest] = (await answer.json()) as Submission[];
    const changed = first && {
      ...first,
      status: 'APPROVED',
      editedAt: new Date(Date.now() - DAY_MS).toISOString(),
      publishAt: new Date(Date.now() + 3 * DAY_MS).toISOString(),
      visibility: 'MEMBERS',
      pendingChange: {
        title: 'A title that says more than the one before',
        description: 'What is to be seen, at some length. '.repeat(4),
        thumbnail: first.thumbnail,
      },
      newFile: {
        status: 'PENDING',
        processing: 'READY',
        durationSec: 21,
        sourceUrl: first.sourceUrl,
        thumbnail: first.thumbnail,
      },
    };
    await route.fulfill({ response: answer, json: [changed, ...rest] });
  });
  await page.goto('/admin?tab=submissions');
}
