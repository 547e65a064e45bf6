import { plural } from '@lingui/core/macro';

/** What is said of a count, which comes short (1.2K) or in full; languages with forms of number choose by `n`. */
export type FormatCount = (n: number, count: string) => string;

export const formatViews: FormatCount = (n, count) => plural(n, { other: `${count} views` });
export const formatLikes: FormatCount = (n, count) => plural(n, { other: `${count} likes` });
