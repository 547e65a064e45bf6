import type { Samples } from './sample.ts';

const NO_VIDEO = { id: 999_999 };
const NO_COMMENT = { ...NO_VIDEO, commentId: 999_999 };

export const videosSamples: Samples = {
  list: {},
  feed: {},
  get: { params: NO_VIDEO },
  download: { params: NO_VIDEO },
  like: { params: NO_VIDEO },
  view: { params: NO_VIDEO, body: { source: 'HOME' } },
  progress: { params: NO_VIDEO, body: { after: -1, reached: 3 } },
};

export const likesSamples: Samples = { mine: {} };

export const commentsSamples: Samples = {
  toMe: {},
  list: { params: NO_VIDEO },
  create: { params: NO_VIDEO, body: { text: 'Hello' } },
  replies: { params: NO_COMMENT },
  get: { params: NO_COMMENT },
  edit: { params: NO_COMMENT, body: { text: 'Hello again' } },
  pin: { params: NO_COMMENT },
  unpin: { params: NO_COMMENT },
  approve: { params: NO_COMMENT },
  switchOff: { params: NO_VIDEO, body: { commentsOff: true } },
  like: { params: NO_COMMENT },
  remove: { params: NO_COMMENT },
};

export const siteSamples: Samples = { ping: {}, health: {}, config: {} };

export const sharingSamples: Samples = {
  oembed: { query: { url: 'https://clips.example/video/999999' } },
  card: { params: NO_VIDEO },
  blurred: { params: NO_VIDEO },
};
