import { expect, test } from 'vitest';
import { sourceRows } from './sources.ts';

const totals = { views: 5697, likes: 0, comments: 0, followers: null };

test('the sources of views add up to their total', () => {
  const sources = [
    { source: 'FEED' as const, host: null, views: 4000 },
    { source: 'LINK' as const, host: 'news.example.org', views: 1000 },
  ];
  for (const known of [[], sources]) {
    const rows = sourceRows({ totals, sources: known });
    expect(rows.reduce((sum, { value }) => sum + value, 0)).toBe(totals.views);
  }
  expect(sourceRows({ totals: { ...totals, views: 5000 }, sources })).toHaveLength(2);
});
