import type { APIRequestContext } from '@playwright/test';
import { publishVideo, publishedVideo } from './videos.ts';
import { BROWSERS, test, type BrowserName } from './browsers/browsers.ts';
import {
  buy,
  chooseSize,
  openAt,
  openReport,
  playPuzzle,
  readCaptions,
  watchAndPlay,
  watchFeed,
} from './browsers/journeys.ts';
import {
  browseVideos,
  likeAndComment,
  reviewAndOversee,
  signIn,
  signUpAndIn,
  uploadFile,
  usePasskeys,
} from './browsers/more-journeys.ts';
import {
  followParameters,
  saveAndGoOffline,
  playCrossOrigin,
  runExample,
  takeNewWorker,
} from './browsers/reach-journeys.ts';
import { Tab } from './browsers/tab.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { expect, onceOn, type Site } from './fixture.ts';

test.use({ server: 'browsers' });

const TITLE = 'Balloons before breakfast';
const published = new Map<Site, Promise<number>>();
const captioned = new Map<Site, Promise<void>>();
const COMMENT_TEXT = 'Up, up and away';
const seeded = new Map<Site, Promise<void>>();

/** One more than a page of the list. */
async function seed(site: Site): Promise<void> {
  for (let count = 0; count < 61; count += 1)
    await site.addVideo({ title: `Beauty ${count}`, category: 'Beauty' });
}

type VideoUrls = Record<'hlsUrl' | 'sourceUrl', string>;

/** One line over the whole video. */
async function caption(request: APIRequestContext, site: Site, id: number): Promise<void> {
  const { token } = await site.signUp('GLOBAL_ADMIN');
  const answer = await request.put(`${site.url}/api/submissions/${id}/captions/en`, {
    headers: { authorization: `Bearer ${token}` },
    data: { cues: [{ start: 0, end: 8, text: COMMENT_TEXT }] },
  });
  expect(answer.status()).toBe(200);
}

/** The key of a published video's file. */
async function fileOf(request: APIRequestContext, address: string): Promise<string> {
  const { sourceUrl } = (await (await request.get(address)).json()) as VideoUrls;
  return sourceUrl.replace('/media/', '');
}

// each night: on every change Chromium covers these in the other files
for (const engine of BROWSERS)
  test.describe(`${engine} @soak`, () => {
    test.use({ engine });
    test.slow();

    test('a visitor watches a video with captions, opens a dialog, plays the game and buys', async ({
      tab,
      site,
      request,
    }) => {
      const video = await onceOn(published, site, () => publishVideo(request, site, TITLE));
      await test.step('watch and play', () => watchAndPlay(tab, TITLE));
      await onceOn(captioned, site, () => caption(request, site, video));
      await test.step('captions', () => readCaptions(tab, `/video/${video}`, COMMENT_TEXT));
      await test.step('a dialog', () => openReport(tab));
      await test.step('the game', () => playPuzzle(tab));
      await test.step('buy', () => buy(tab));
    });

    if (engine === 'firefox')
      test('the feed works by keyboard and in the accessibility tree', async ({ tab, site, request }) => {
        const video = await onceOn(published, site, () => publishVideo(request, site, TITLE));
        const file = await fileOf(request, `${site.url}/api/videos/${video}`);
        const { id, username } = await site.signUp('CONTENT_CREATOR');
        for (const title of ['The second clip', 'The first clip'])
          await site.addVideo({ title, uploader_id: id, mp4_key: file });
        await watchFeed(tab, username, ['The first clip', 'The second clip']);
        expect(tab.driver.errors).toEqual([]);
      });

    addLongJourneys(engine);
  });

function addLongJourneys(engine: BrowserName): void {
  test('a member signs up, likes, comments and browses the list', async ({ tab, site }) => {
    const path = `/video/${await site.addVideo({ title: 'To talk about' })}`;
    await onceOn(seeded, site, () => seed(site));
    await test.step('sign up and in', () => signUpAndIn(tab, `${engine}-person`));
    await test.step('like and comment', () => likeAndComment(tab, path));
    await test.step('browse', () => browseVideos(tab));
    expect(tab.driver.errors.filter((error) => !/401/.test(error))).toEqual([]);
  });

  // Chromium's journey is in security.e2e.ts; WebKitGTK is built without passkeys
  if (engine === 'firefox')
    test('passkeys', async ({ tab, site }) => {
      // a domain, which an address of numbers is none
      await usePasskeys(new Tab(tab.driver, site.url.replace('127.0.0.1', 'localhost')));
      expect(tab.driver.errors).toEqual([]);
    });

  if (engine === 'webkit')
    test('without passkey support, pages explain it and the password signs in', async ({ tab, site }) => {
      const local = new Tab(tab.driver, site.url.replace('127.0.0.1', 'localhost'));
      await signIn(local, await site.signUp());
      await local.goto('/settings/security');
      await local.find('text', 'This browser doesn’t support passkeys', true);
      await local.gone('button', 'Add a passkey');
      await local.run(`localStorage.removeItem('vh_token')`);
      await local.goto('/login');
      await local.find('button', 'Login');
      await local.gone('button', 'Use a passkey');
    });

  // WebKitGTK has no native HLS, and with the library a seek sometimes never ends
  if (engine !== 'webkit')
    test('a video plays in a chosen size, and a long one from a given second', async ({
      tab,
      site,
      request,
    }) => {
      const id = await publishedVideo(request, site, 'Balloons of any size');
      await chooseSize(tab, `/video/${id}`);
      const { hlsUrl, sourceUrl } = (await (
        await request.get(`${site.url}/api/videos/${id}`)
      ).json()) as VideoUrls;
      const long = await site.addVideo({
        title: 'Balloons all morning',
        duration_ms: 95_000,
        mp4_key: sourceUrl.replace('/media/', ''),
        hls_key: hlsUrl.replace('/media/', ''),
      });
      await openAt(tab, `/video/${long}`, 4.2);
      expect(tab.driver.errors).toEqual([]);
    });

  test('a video plays embedded in another site', async ({ tab, site, request }) => {
    const id = await onceOn(published, site, () => publishVideo(request, site, TITLE));
    await onceOn(captioned, site, () => caption(request, site, id));
    await test.step('by messages', () => playCrossOrigin(tab, site.url, id));
    await test.step('by its address', () => followParameters(tab, site.url, { id, text: COMMENT_TEXT }));
    await test.step('as documented', () => runExample(tab, site.url, id));
  });

  // WebKitGTK's driver opens private windows, which have no workers
  if (engine !== 'webkit')
    test('the service worker plays a saved video offline, deletes it at sign-out, and updates to a new version', async ({
      tab,
      site,
      request,
    }) => {
      const id = await onceOn(published, site, () => publishVideo(request, site, TITLE));
      const proxy = await FaultyProxy.open(site.url);
      const person = await site.signUp();
      await test.step('offline', () =>
        saveAndGoOffline(new Tab(tab.driver, proxy.url), proxy, { id, title: TITLE, person }));
      await test.step('new version', () => takeNewWorker(tab.driver, site.url));
      await proxy.close();
    });

  test('a creator uploads a video, and an admin sees it on the dashboard', async ({ tab, site }) => {
    const creator = await site.signUp('CONTENT_CREATOR');
    const admin = await site.signUp('GLOBAL_ADMIN');
    await test.step('upload', () => uploadFile(tab, creator));
    await test.step('dashboard', () => reviewAndOversee(tab, admin));
    expect(tab.driver.errors).toEqual([]);
  });
}
