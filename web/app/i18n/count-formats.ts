import { plural } from '@lingui/core/macro';

/** A text about a count, which comes abbreviated (1.2K) or in full; languages with plural forms select by `n`. */
export type FormatCount = (n: number, count: string) => string;

export const formatViews: FormatCount = (n, count) =>
  plural(n, { one: `${count} view`, other: `${count} views` });
export const formatLikes: FormatCount = (n, count) =>
  plural(n, { one: `${count} like`, other: `${count} likes` });
