import type { Samples } from './sample.ts';

export const studioSamples: Samples = {
  change: { body: { title: 'Another title', visibility: 'UNLISTED' } },
};
