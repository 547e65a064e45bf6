import { expect, test } from 'vitest';
import { NO_TASTE, learn, pickNext, type Tasted } from './taste.rules.ts';

const videoBy = (creator: string, category: Tasted['category'] = 'Beauty'): Tasted => ({
  creator,
  creatorUsername: creator,
  category,
});
const [a, b, c] = [videoBy('ann'), videoBy('bob', 'Business'), videoBy('cat', 'Lifestyle')];

test('without preferences everyone gets the same order, but no creator three times in a row', () => {
  expect(pickNext([a, b, c], NO_TASTE, [], false)).toBe(0);
  expect(pickNext([a, b, c], NO_TASTE, [a, a], false)).toBe(1);
  expect(pickNext([a, a], NO_TASTE, [a, a], false), 'nobody else is there').toBe(0);
  expect(pickNext([a, b], NO_TASTE, [a, a], true), 'a list keeps its order').toBe(0);
});

test('creators who are watched to the end and liked come earlier, skipped ones later', () => {
  const liked = learn(learn(NO_TASTE, c, 'finished'), c, 'liked');
  expect(pickNext([a, b, c], liked, [], false)).toBe(2);
  let bored = NO_TASTE;
  for (let times = 0; times < 3; times++) bored = learn(bored, a, 'skipped');
  expect(pickNext([a, b, c], bored, [], false)).toBe(1);
  expect(pickNext([...Array.from({ length: 12 }, () => a), c], liked, [], false), 'too far behind').toBe(0);
});

test('"less like this" applies at once, in lists too', () => {
  const disliked = learn(NO_TASTE, a, 'less');
  expect(pickNext([a, b, c], disliked, [], false)).toBe(1);
  expect(pickNext([a, b, c], disliked, [], true)).toBe(1);
  expect(pickNext([a], disliked, [], true), 'nothing else is left').toBe(0);
});

test('remembers the two hundred strongest creators', () => {
  let taste = learn(NO_TASTE, a, 'less');
  for (let i = 0; i < 300; i++) taste = learn(taste, videoBy(`creator ${i}`), 'skipped');
  expect(Object.keys(taste.creators)).toHaveLength(200);
  expect(taste.creators['ann']).toBe(-6);
});
