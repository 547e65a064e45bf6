import { plain, type Samples } from './sample.ts';

export const studioSamples: Samples = {
  ...plain('original', 'replaceFile', 'withdrawFile', 'archive', 'unarchive', 'inbox'),
  change: { body: { title: 'Another title', visibility: 'UNLISTED' } },
};

export const statisticsSamples: Samples = plain('get', 'csv');
