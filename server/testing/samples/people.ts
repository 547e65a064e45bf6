import type { Samples } from './sample.ts';

const UNKNOWN_USER = { params: { username: 'nobody-here' } };

export const blocksSamples: Samples = {
  listBlocks: {},
  block: UNKNOWN_USER,
  unblock: UNKNOWN_USER,
  listMutes: {},
  mute: UNKNOWN_USER,
  unmute: UNKNOWN_USER,
  listWords: {},
  addWord: { body: { word: 'sample' } },
  removeWord: { query: { word: 'nothing' } },
};

export const mentionsSamples: Samples = { suggest: { query: { q: 'a' } } };
