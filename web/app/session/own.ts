import { readList } from '#web/ui/storage.ts';
import { personal } from './personal.ts';

const MAX_ENTRIES = 50;
const isId = (value: unknown): value is number => typeof value === 'number';

/**
 * Ids of what was written in this browser, by place (`comments 5`, `posts`): a guest's own posts are
 * recognised by it, and their author may see more than the cached, shared list.
 */
export const listOwn = (key: string): number[] => readList(personal.localStore, `own:${key}`, isId);

export function addOwn(key: string, id: number): void {
  personal.localStore.set(`own:${key}`, JSON.stringify([id, ...listOwn(key)].slice(0, MAX_ENTRIES)));
}
