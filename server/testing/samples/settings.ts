import type { Samples } from './sample.ts';

/** Each of a version that is never the latest: the settings stay as they are for the other rows. */
export const settingsSamples: Samples = {
  readBrand: {},
  changeBrand: { body: { version: 999, name: 'Sunny' } },
  versions: { params: { section: 'brand' } },
  undo: { params: { section: 'brand' }, body: { version: 999, undo: 1 } },
};
