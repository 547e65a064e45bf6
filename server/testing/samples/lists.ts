import type { Samples } from './sample.ts';

const NONE = { id: 999_999 };

export const playlistsSamples: Samples = {
  list: {},
  create: { body: { title: 'Sunny' } },
  get: { params: NONE },
  change: { params: NONE, body: { title: 'Sunnier' } },
  remove: { params: NONE },
  place: { params: NONE, body: { videoId: 999_999 } },
  take: { params: { ...NONE, videoId: 999_999 } },
  watchLater: {},
  watchLaterIds: {},
  keepForLater: { params: { videoId: 999_999 } },
  dropFromLater: { params: { videoId: 999_999 } },
  joinLater: { body: { videoIds: [999_999] } },
};

export const historySamples: Samples = {
  save: { params: NONE, body: { seconds: 12 } },
  progress: {},
  list: {},
  clear: {},
  remove: { params: { videoId: 999_999 } },
};

export const webhooksSamples: Samples = {
  list: {},
  create: { body: { url: 'https://hooks.example.org/lll' } },
  change: { params: NONE, body: { active: false } },
  remove: { params: NONE },
  test: { params: NONE },
  deliveries: { params: NONE },
  resend: { params: NONE },
};

export const seriesSamples: Samples = {
  list: { query: { creator: 'nobody' } },
  create: { body: { title: 'Sunny' } },
  get: { params: NONE },
  change: { params: NONE, body: { title: 'Sunnier' } },
  remove: { params: NONE },
  ofVideo: { params: NONE },
};
