import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts/accounts.ts';
import { admin as dashboard } from '#contract/admin/admin.ts';
import { creators } from '#contract/creators/creators.ts';
import { series } from '#contract/lists/series.ts';
import { studio } from '#contract/submissions/studio.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import type { Labels } from '#contract/videos/labels.ts';
import { videos } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, untilProcessed, upload } from '#server/testing/uploads.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { addVideo } from '#server/testing/videos.ts';
import { encodeLadder } from '../submissions.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-labels-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const NONE: Labels = { ai: false, paid: false, sensitive: false };
const add = () => addVideo(site.ctx, { uploader_id: creator.id });
const label = (id: number, labels: Labels, by = creator) =>
  by.call(studio.change, { params: { id }, body: { labels } });

describe('labels', () => {
  test('are set together and shown with the video', async () => {
    const id = await add();
    expect((await label(id, { ...NONE, paid: true })).labels).toEqual({ ...NONE, paid: true });
    expect((await label(id, { ...NONE, ai: true })).labels).toEqual({ ...NONE, ai: true });
    expect((await site.call(videos.get, { params: { id } })).labels).toEqual({ ...NONE, ai: true });
    const listed = (await site.call(videos.list, {})).find((video) => video.id === id);
    expect(listed?.labels).toEqual({ ...NONE, ai: true });
    const { fields } = await creator.fails(studio.change, { params: { id }, body: { labels: { ai: true } } });
    expect(Object.keys(fields ?? {})).toContain('labels.paid');
  });

  test('set by an admin can be changed only by admins, and are in the audit log', async () => {
    const id = await add();
    await label(id, { ...NONE, ai: true });
    const corrected = { ...NONE, ai: true, sensitive: true };
    expect((await label(id, corrected, admin)).adminLabels).toEqual(['sensitive']);
    const refused = await creator.fails(studio.change, { params: { id }, body: { labels: NONE } });
    expect([refused.status, refused.code]).toEqual([403, 'SET_BY_ADMIN']);
    expect((await label(id, { ...NONE, sensitive: true })).labels).toEqual({ ...NONE, sensitive: true });
    const { entries } = { entries: await admin.call(dashboard.audit, { query: {} }) };
    const entry = entries.find(
      ({ actor, subjectId }) => actor === admin.username && subjectId === String(id),
    );
    expect(entry).toMatchObject({ before: { labels: { ...NONE, ai: true } }, after: { labels: corrected } });
    expect((await label(id, NONE, admin)).labels).toEqual(NONE);
  });

  test('hide sensitive videos from the lists of members who chose to hide them', async () => {
    const id = await add();
    const member = await site.signUp();
    await label(id, { ...NONE, sensitive: true });
    const { id: seriesId } = await creator.call(series.create, {
      body: { title: 'All', videoIds: [id, await add()] },
    });
    const seesIt = async (by: TestPerson) => {
      const lists = await Promise.all([
        by.call(videos.list, {}),
        by.call(videos.feed, { query: { limit: '60' } }),
        by.call(creators.videos, { params: { username: creator.username } }),
        by.call(series.get, { params: { id: seriesId } }).then((opened) => opened.videos),
      ]);
      return lists.map((list) => list.some((video) => video.id === id));
    };
    expect(await seesIt(member)).toEqual([true, true, true, true]);
    for (const by of [member, creator]) {
      expect((await by.call(accounts.me)).sensitive).toBe('BLUR');
      const me = await by.call(accounts.change, { body: { sensitive: 'HIDE' } });
      expect([me.sensitive, me.seesLess]).toEqual(['HIDE', true]);
    }
    expect((await member.fails(accounts.change, { body: { sensitive: 'MAYBE' } })).status).toBe(400);
    expect(await seesIt(member)).toEqual([false, false, false, false]);
    expect((await member.call(videos.get, { params: { id } })).labels.sensitive).toBe(true);
    expect(await seesIt(creator)).toEqual([true, true, true, true]);
  });
});

describe('an upload', () => {
  let declared: string;
  beforeAll(async () => {
    declared = await makeVideo(dir, 'declared.mp4', { seconds: 1 });
    const xmp =
      '<rdf:Description Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>';
    const head = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('uuid'),
      Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'),
    ]);
    head.writeUInt32BE(head.length + xmp.length);
    await appendFile(declared, Buffer.concat([head, Buffer.from(xmp)]));
  });

  test('accepts labels, and without them is labelled from its metadata', async () => {
    const plain = await makeVideo(dir, 'plain.mp4', { seconds: 1 });
    const labels = JSON.stringify({ ...NONE, paid: true });
    const sent = [
      await submitVideo(creator, declared),
      await submitVideo(creator, declared, { labels }),
      await submitVideo(creator, plain),
    ];
    const outcomes = await Promise.all(sent.map(({ id }) => untilProcessed(creator.fetch, id)));
    expect(outcomes.map(({ processing }) => processing)).toEqual(['READY', 'READY', 'READY']);
    const labelled = async ({ id }: { id: number }) =>
      (await creator.call(submissions.get, { params: { id } })).labels;
    await expect
      .poll(() => Promise.all(sent.map(labelled)))
      .toEqual([{ ...NONE, ai: true }, { ...NONE, paid: true }, NONE]);
  });

  test.each(['{', '{"ai":true}', '[]', '"ai"', '{"ai":1,"paid":false,"sensitive":false}'])(
    'with the labels %s is refused in plain text',
    async (labels) => {
      const answer = await upload(creator.fetch, declared, { labels });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toMatch('text/plain');
    },
  );
});
