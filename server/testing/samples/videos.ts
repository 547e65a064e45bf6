import type { Samples } from './sample.ts';

const NO_VIDEO = { id: 999_999 };

export const videosSamples: Samples = {
  list: {},
  feed: {},
  get: { params: NO_VIDEO },
  like: { params: NO_VIDEO },
  view: { params: NO_VIDEO },
};

export const likesSamples: Samples = { mine: {} };

export const commentsSamples: Samples = {
  list: { params: NO_VIDEO },
  create: { params: NO_VIDEO, body: { text: 'Hello' } },
  like: { params: { ...NO_VIDEO, commentId: 999_999 } },
  remove: { params: { ...NO_VIDEO, commentId: 999_999 } },
};

export const siteSamples: Samples = { ping: {}, health: {}, config: {} };
