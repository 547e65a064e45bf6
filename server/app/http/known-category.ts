import type { Context } from '../context.ts';
import { unknownCategory } from './errors.ts';

/** Throws 400 for a category that isn't in the owner's list; none is valid. */
export function requireCategory(
  { settings }: Pick<Context, 'settings'>,
  of: 'videos' | 'products',
  name: string | undefined,
): void {
  if (name !== undefined && !settings.owner.categories[of].includes(name)) throw unknownCategory();
}
