import type { Samples } from './sample.ts';

const NOTHING = { id: 999_999 };

export const communitySamples: Samples = {
  list: {},
  get: { params: NOTHING },
  replies: { params: NOTHING },
  create: { body: { content: 'Hello' } },
  uploadPicture: {},
  like: { params: NOTHING },
  edit: { params: NOTHING, body: { content: 'Hello again' } },
  remove: { params: NOTHING },
  trendingVideos: {},
  trendingComments: {},
  mine: {},
};

export const creatorsSamples: Samples = {
  list: {},
  get: { params: { username: 'nobody-here' } },
  videos: { params: { username: 'nobody-here' } },
  follow: { params: { username: 'nobody-here' } },
  unfollow: { params: { username: 'nobody-here' } },
  followCategory: { params: { category: 'Beauty' } },
  unfollowCategory: { params: { category: 'Beauty' } },
  followed: {},
};

const NO_TAG = { tag: 'nothing_here' };

export const tagsSamples: Samples = {
  list: {},
  get: { params: NO_TAG },
  follow: { params: NO_TAG },
  unfollow: { params: NO_TAG },
  adminList: {},
  change: { params: NO_TAG, body: { blocked: true } },
};

export const moderationSamples: Samples = {
  report: { body: { subjectType: 'POST', subjectId: 999_999, reason: 'A reason' } },
  list: {},
  act: { body: { action: 'HIDE', subjects: [{ subjectType: 'POST', subjectId: 999_999 }] } },
  acts: {},
  undo: { params: NOTHING },
  words: {},
  addWord: { body: { word: 'sample' } },
  removeWord: { params: NOTHING },
};

const ENDPOINT = 'https://push.example.com/sample';

export const notificationsSamples: Samples = {
  list: {},
  read: { body: { all: true } },
  events: {},
  ways: {},
  saveWays: { body: { ways: [{ kind: 'LIKE', push: true }] } },
  subscribe: { body: { endpoint: ENDPOINT, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } } },
  unsubscribePush: { body: { endpoint: ENDPOINT } },
  askUnsubscribe: { query: { token: 'none' } },
  unsubscribe: { query: { token: 'none' } },
};
