import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrangeRotation, scoreOf, type Candidate } from './rotation.rules.ts';

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;

let count = 0;
function candidate(more: Partial<Candidate> = {}): Candidate {
  const id = ++count;
  return {
    id,
    category: 'Beauty',
    creator: `creator ${id}`,
    approvedAt: new Date(NOW - HOUR),
    featured: false,
    featuredPosition: null,
    trending: false,
    recentViews: 0,
    likes: 0,
    comments: 0,
    externalViews: 0,
    ...more,
  };
}

describe('the score', () => {
  test('grows with views, likes and comments, and falls with age', () => {
    const plain = scoreOf(candidate(), NOW);
    for (const better of [{ recentViews: 5 }, { likes: 5 }, { comments: 5 }, { externalViews: 1_000_000 }]) {
      expect(scoreOf(candidate(better), NOW)).toBeGreaterThan(plain);
    }
    expect(scoreOf(candidate({ approvedAt: new Date(NOW - 48 * HOUR) }), NOW)).toBeLessThan(plain / 2);
  });
});

describe('the rotation', () => {
  test('puts featured videos first in their order, then trending ones, then the best', () => {
    const popular = candidate({ likes: 1000 });
    const plain = candidate({ category: 'Business' });
    const trending = candidate({ trending: true });
    const second = candidate({ featured: true, featuredPosition: 2, likes: 50 });
    const first = candidate({ featured: true, featuredPosition: 1 });
    expect(arrangeRotation([plain, popular, trending, second, first], NOW)).toEqual(
      [first, second, trending, popular, plain].map(({ id }) => id),
    );
  });

  test('mixes categories whose scores are close', () => {
    const beauty = [10, 9, 8].map((likes) => candidate({ likes }));
    const business = [7, 6, 5].map((likes) => candidate({ likes, category: 'Business' }));
    const categories = arrangeRotation([...beauty, ...business], NOW).map(
      (id) => [...beauty, ...business].find((video) => video.id === id)?.category,
    );
    expect(categories).toEqual(['Beauty', 'Business', 'Beauty', 'Business', 'Beauty', 'Business']);
  });

  test('never has a creator more than twice in a row, a video twice, or more videos than requested', () => {
    const one = fc.record({
      creator: fc.constantFrom('a', 'b', 'c'),
      category: fc.constantFrom('Beauty', 'Business'),
      featured: fc.boolean(),
      trending: fc.boolean(),
      likes: fc.nat(100),
      recentViews: fc.nat(1000),
      featuredPosition: fc.option(fc.nat(10)),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (list, size) => {
        const videos = list.map((each) => candidate(each));
        const ids = arrangeRotation(videos, NOW, size);
        expect(ids.length).toBeLessThanOrEqual(size);
        expect(new Set(ids).size).toBe(ids.length);
        const creators = ids.map((id) => videos.find((video) => video.id === id)?.creator);
        for (let at = 2; at < creators.length; at++)
          expect(new Set(creators.slice(at - 2, at + 1)).size).toBeGreaterThan(1);
      }),
    );
  });
});
