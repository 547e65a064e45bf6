import type { Samples } from './sample.ts';

const NOBODY = { params: { username: 'nobody-here' } };

export const blocksSamples: Samples = {
  listBlocks: {},
  block: NOBODY,
  unblock: NOBODY,
  listMutes: {},
  mute: NOBODY,
  unmute: NOBODY,
  listWords: {},
  addWord: { body: { word: 'sample' } },
  removeWord: { query: { word: 'nothing' } },
};

export const mentionsSamples: Samples = { suggest: { query: { q: 'a' } } };
