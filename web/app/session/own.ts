import { readList } from '#web/ui/storage.ts';
import { personal } from './personal.ts';

const KEPT = 50;
const isId = (value: unknown): value is number => typeof value === 'number';

/**
 * What was written in this browser, by place (`comments 5`, `posts`): a guest's own words are known as such, and who
 * wrote there may see more than the list that is kept for everybody.
 */
export const listOwn = (place: string): number[] => readList(personal.lasting, `own:${place}`, isId);

export function noteOwn(place: string, id: number): void {
  personal.lasting.set(`own:${place}`, JSON.stringify([id, ...listOwn(place)].slice(0, KEPT)));
}
