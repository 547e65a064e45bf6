import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let video: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  await site.signUp('LOGIN_USER', 'owner-9');
  video = await addVideo(site.ctx);
});

const comment = (authorUsername: string) =>
  site.visitor().fetch(`/api/videos/${video}/comments`, { json: { authorUsername, text: 'Hello' } });

describe('guest names', () => {
  test.each([
    ['ow\u200Bner-9', 'a zero-width space'],
    ['ow\u00ADner-9', 'a soft hyphen'],
    ['ow\u200Dner-9', 'a joiner'],
    ['\uFF4Fwner-9', 'a full-width letter'],
    ['\u043Ewn\u0435r-9', 'Cyrillic letters'],
    ['\u03BFwner-9', 'a Greek letter'],
    ['\u{1D5C8}wner-9', 'a mathematical letter'],
    ['owne\u0301r-9', 'an accent'],
    ['0wner_9', 'a digit and another dash'],
    ['OWNER 9', 'capitals and a space'],
    ['Administrator', 'a name of the site'],
    ['\u0410dm\u0456n', 'a name of the site in Cyrillic letters'],
    ['deleted user', 'a deleted user'],
  ])('%j is rejected: %s', async (name) => {
    const answer = await comment(name);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'NAME_TAKEN' }]);
  });

  test.each(['guest', 'Owen', 'Ольга', '山田太郎', 'Zoë', 'anonymous', 'me'])(
    '%j is available',
    async (name) => {
      const answer = await comment(name);
      expect([answer.status, await answer.json()]).toMatchObject([201, { authorUsername: name }]);
    },
  );

  test('are reduced to one line without invisible characters', async () => {
    expect(await (await comment('Ann\nBee\u2028C\u200Bee \u{1F469}\u200D\u{1F680}')).json()).toMatchObject({
      authorUsername: 'Ann Bee Cee \u{1F469}\u200D\u{1F680}',
    });
  });
});

describe('the profile', () => {
  const put = async (fetch: TestSite['fetch'], json: unknown) => {
    const answer = await fetch('/api/me', { method: 'PUT', json });
    return { status: answer.status, ...(await bodyOf(answer, z.looseObject({}))) };
  };

  test("a display name can't be another member's username or one of the site's names", async () => {
    const ann = await site.signUp('LOGIN_USER', 'ann-names');
    for (const displayName of ['Owner-9', '\u043Ewner 9', 'Admin'])
      expect(await put(ann.fetch, { displayName })).toMatchObject({
        status: 409,
        code: 'NAME_TAKEN',
        fields: { displayName: expect.any(String) },
      });
    expect(await put(ann.fetch, { displayName: 'Ann Names' })).toMatchObject({ displayName: 'Ann Names' });
    const json = { username: 'bob-names', email: 'bob@example.org', password: 'correct horse' };
    const rejected = await site.fetch('/api/auth/register', { json: { ...json, displayName: '0wner 9' } });
    expect([rejected.status, await rejected.text()]).toEqual([
      409,
      'This name is taken. Please choose another.',
    ]);
    const admin = await site.signUp('GLOBAL_ADMIN');
    expect(await put(admin.fetch, { displayName: 'Admin' })).toMatchObject({ status: 200 });
  });

  test('an update preserves omitted fields; null and blank values clear them', async () => {
    const { fetch } = await site.signUp();
    await put(fetch, { displayName: 'Cyd', bio: 'Two\nlines' });
    expect(await put(fetch, { displayName: 'Cy\nd' })).toMatchObject({
      displayName: 'Cy d',
      bio: 'Two\nlines',
    });
    expect(await put(fetch, { bio: ' ' })).toMatchObject({ displayName: 'Cy d', bio: null });
    expect(await put(fetch, {})).toMatchObject({ displayName: 'Cy d', bio: null });
    expect(await put(fetch, { displayName: null })).toMatchObject({ displayName: null });
  });
});
