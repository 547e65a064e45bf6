import { DELETED_USER } from '#contract/values.ts';

/** An author's name for the API. A deleted account is null internally and gets its text only here. */
export const writeAuthor = (...names: (string | null)[]): string =>
  names.find((name) => name !== null) ?? DELETED_USER;
