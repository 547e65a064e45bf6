import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { SearchAnswer } from '#contract/search/search.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { listVideosByIds } from '#server/videos/videos.store.ts';
import { bodyOf } from '#server/testing/client.ts';
import { flushSearch } from './flush.actions.ts';
import { countSearchWords } from './reindex.actions.ts';
import { runSearch } from './search.actions.ts';

/** relevance.txt: who looks for this must get that among the first three. */
const lines = readFileSync(new URL('relevance.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
const rows = lines.filter((line) => line.includes(' | ')).map((line) => line.split(' | '));
const searches = lines.filter((line) => line.includes(' => ')).map((line) => line.split(' => '));

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  const people = new Map<string, number>();
  for (const [name = '', second = '', third = ''] of rows) {
    if (name.startsWith('@')) {
      const username = name.slice(1);
      const { id } = await site.signUp('CONTENT_CREATOR', username);
      people.set(username, id);
      await site.ctx.db
        .updateTable('users')
        .set({ display_name: second, bio: third })
        .where('id', '=', id)
        .execute();
    } else {
      const uploader = people.get(third);
      expect(uploader, third).toBeDefined();
      await addVideo(site.ctx, { title: name, description: second, uploader_id: uploader ?? null });
    }
  }
  await flushSearch(site.ctx.db);
  await countSearchWords(site.ctx.db);
});

test('the file has enough searches, in many scripts', () => {
  expect(searches.length).toBeGreaterThanOrEqual(150);
  const all = searches.map(([q]) => q).join(' ');
  for (const script of [
    'Latin',
    'Cyrillic',
    'Greek',
    'Arabic',
    'Hebrew',
    'Han',
    'Hangul',
    'Thai',
    'Katakana',
  ])
    expect(all).toMatch(new RegExp(String.raw`\p{Script=${script}}`, 'u'));
});

test.each(searches)('%s => %s', async (q = '', wanted = '') => {
  const answer = await bodyOf(site.fetch(`/api/search?${new URLSearchParams({ q })}`), SearchAnswer);
  const names = wanted.startsWith('@')
    ? answer.people.map(({ username }) => `@${username}`)
    : wanted.startsWith('#')
      ? answer.products.map(({ name }) => `#${name}`)
      : answer.videos.map(({ title }) => title);
  expect(names.slice(0, 3)).toContain(wanted);
});

/** A letter wrong, missing, twice, or swapped with its neighbour, in the middle. */
function misspell(word: string, kind: number): string {
  const letters = [...word];
  const at = Math.floor(letters.length / 2);
  const letter = letters[at] ?? '';
  if (kind === 0) letters[at] = letters[at - 1] ?? '';
  else if (kind === 1) letters.splice(at, 1);
  else if (kind === 2) letters.splice(at, 0, letter);
  else letters.splice(at - 1, 2, letter, letters[at - 1] ?? '');
  return letters.join('');
}

test('97 of 100 titles searched with a typo are among the first three results', async () => {
  const titles = rows.map(([title = '']) => title).filter((title) => !title.startsWith('@'));
  const queries = [0, 1, 2, 3].flatMap((kind) =>
    titles.flatMap((title) => {
      const words = title.split(' ');
      const at = words.findIndex((word) => [...word].length > 3);
      return at < 0 ? [] : [{ title, q: words.with(at, misspell(words[at] ?? '', kind)).join(' ') }];
    }),
  );
  expect(queries.length).toBeGreaterThanOrEqual(200);
  const missed: string[] = [];
  const sample = queries.filter((_, at) => at % Math.floor(queries.length / 200) === 0).slice(0, 200);
  for (const { title, q } of sample) {
    const { kinds } = await runSearch(site.ctx.db, { q, kinds: ['videos'], limit: 3 });
    const ids = kinds.videos?.ids ?? [];
    const found = await listVideosByIds(site.ctx.db, ids);
    if (!found.some((video) => video.title === title)) missed.push(q);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6);
});
