import { DELETED_USER } from '#contract/values.ts';

/** Who made something, as the wire names them: inside an account that is gone is null, and only here it becomes words. */
export const writeAuthor = (...names: (string | null)[]): string =>
  names.find((name) => name !== null) ?? DELETED_USER;
