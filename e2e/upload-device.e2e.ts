import { catchForm, openDialog, sentForm } from './dialog.ts';
import { expect, test, type Page } from './fixture.ts';

test.use({ permissions: ['camera', 'microphone', 'geolocation'] });

/** The page's mock of the device: its responses and recorded calls. */
interface Device {
  answer: { accuracy: number } | { code: number } | null;
  positionRequests: PositionOptions[];
}
declare global {
  interface Window {
    device: Device;
  }
}

async function giveDevice(page: Page, answer: Device['answer']) {
  await page.addInitScript((first) => {
    window.device = { answer: first, positionRequests: [] };
    const get = () =>
      window.device.answer === null
        ? undefined
        : {
            getCurrentPosition(found: PositionCallback, failed: PositionErrorCallback, options: object) {
              const now = window.device.answer;
              window.device.positionRequests.push(options);
              if (now && 'accuracy' in now)
                found({ coords: { latitude: 52.3702, longitude: 4.8952, ...now } } as GeolocationPosition);
              else failed({ ...now, message: 'no' } as GeolocationPositionError);
            },
          };
    Object.defineProperty(Navigator.prototype, 'geolocation', { get, configurable: true });
  }, answer);
  return (next: Device['answer']) =>
    page.evaluate((value) => {
      window.device.answer = value;
    }, next);
}

test.describe('the location of a video', () => {
  test('shows a message for each of the four errors, and the rest of the form still works @soak', async ({
    page,
    signIn,
  }) => {
    await signIn('CONTENT_CREATOR');
    const answer = await giveDevice(page, { code: 1 });
    const dialog = await openDialog(page);
    await dialog.getByLabel('Title').fill('Nowhere');
    const toasts = page.getByRole('region', { name: 'Notices' });
    for (const [next, sentence] of [
      [{ code: 1 }, 'Location access denied by user'],
      [{ code: 2 }, 'Location information unavailable'],
      [{ code: 3 }, 'Location request timed out'],
      [null, 'Geolocation not supported'],
    ] as const) {
      await answer(next);
      await dialog.getByRole('button', { name: 'Add location' }).click();
      await expect(dialog.getByRole('alert')).toHaveText(sentence);
      await expect(toasts.getByText('Location Access Denied')).toBeVisible();
      await expect(toasts.getByText('Location features will be disabled.')).toBeVisible();
    }
    await expect(dialog.getByLabel('Title')).toHaveValue('Nowhere');
    expect(await page.evaluate(() => localStorage.getItem('userLocation'))).toBeNull();
  });

  test('is requested with high accuracy and a long timeout, and again only after an hour @soak', async ({
    page,
    signIn,
  }) => {
    await signIn('CONTENT_CREATOR');
    await page.clock.install();
    const answer = await giveDevice(page, { accuracy: 10 });
    const dialog = await openDialog(page);
    const add = dialog.getByRole('button', { name: 'Add location' });
    const remove = dialog.getByRole('button', { name: 'Remove location' });
    const positionRequests = () => page.evaluate(() => window.device.positionRequests);
    await add.click();
    const toasts = page.getByRole('region', { name: 'Notices' });
    await expect(toasts.getByText('Location Enabled')).toBeVisible();
    await expect(dialog.getByText('Amsterdam, Netherlands')).toBeVisible();
    await expect(dialog.getByText('High precision (± 10 m)')).toBeVisible();
    expect(await positionRequests()).toEqual([
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 300_000 },
    ]);
    expect(
      JSON.parse((await page.evaluate(() => localStorage.getItem('userLocation'))) ?? '{}'),
    ).toMatchObject({
      latitude: 52.3702,
      longitude: 4.8952,
      accuracy: 10,
      timestamp: expect.any(Number),
      address: 'Amsterdam, Netherlands',
      city: 'Amsterdam',
      country: 'Netherlands',
    });

    // stored for an hour, and not a minute longer
    await page.clock.fastForward('59:00');
    await remove.click();
    await answer({ accuracy: 10.5 });
    await add.click();
    await expect(dialog.getByText('High precision (± 10 m)')).toBeVisible();
    expect(await positionRequests()).toHaveLength(1);
    for (const [accuracy, text] of [
      [10.5, 'Medium precision (± 11 m)'],
      [50, 'Medium precision (± 50 m)'],
      [50.6, 'Low precision (± 51 m)'],
    ] as const) {
      await answer({ accuracy });
      await remove.click();
      await page.clock.fastForward('01:00:01');
      await add.click();
      await expect(dialog.getByText(text)).toBeVisible();
    }
    expect(await positionRequests()).toHaveLength(4);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("a toast covers none of the dialog's buttons @soak", async ({ page, signIn }) => {
      await signIn('CONTENT_CREATOR');
      await giveDevice(page, { accuracy: 5 });
      const dialog = await openDialog(page);
      await dialog.getByRole('button', { name: 'Add location' }).click();
      const toast = page.getByRole('region', { name: 'Notices' }).getByText('Location Enabled');
      await expect(toast).toBeVisible();
      for (const name of ['Close', 'Submit for review'])
        for (const button of await dialog.getByRole('button', { name, exact: true }).all())
          expect(await isOnTop(button)).toBe(true);
      // and is no dead picture over the open dialog: it can be sent away, and outlives the dialog
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toBeHidden();
      await dialog.getByRole('button', { name: 'Remove location' }).click();
      await dialog.getByRole('button', { name: 'Add location' }).click();
      await expect(toast).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toBeHidden();
      await expect(toast).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toBeHidden();
    });
  });
});

/** Nothing covers its middle or its sides. */
const isOnTop = (button: ReturnType<Page['locator']>) =>
  button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 4, (top + bottom) / 2],
      [right - 4, (top + bottom) / 2],
      [(left + right) / 2, top + 4],
      [(left + right) / 2, bottom - 4],
    ] as const;
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });

test.describe('the camera', () => {
  /** Which error the camera answers with; null: it works. Without a microphone it answers only when asked for none. */
  const giveCamera = (page: Page, error: string | null) =>
    page.addInitScript((name) => {
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const camera = { error: name, constraints: [] as unknown[] };
      Object.assign(window, { camera });
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        camera.constraints.push(constraints);
        if (camera.error === 'no microphone' && constraints?.audio)
          throw new DOMException('Requested device not found', 'NotFoundError');
        if (camera.error && camera.error !== 'no microphone') throw new DOMException('no', camera.error);
        return real(constraints);
      };
    }, error);
  /** The codecs of the tracks in the WebM that was sent. */
  const tracksOfForm = (page: Page) =>
    page.evaluate(async () => {
      const file = (window as never as { form: FormData }).form.get('file') as File;
      return (await file.text()).match(/[AV]_[A-Z0-9]{3,4}/g);
    });
  const allow = (page: Page) =>
    page.evaluate(() => Object.assign((window as never)['camera'], { error: null }));

  for (const [error, sentence, soak = ''] of [
    [
      'NotAllowedError',
      'Camera access is blocked for this site. Allow it in the address bar, then try again.',
    ],
    ['NotFoundError', 'No camera was found. Connect one, or choose a file instead.', ' @soak'],
    ['NotReadableError', 'Another app is using the camera. Close it, then try again.', ' @soak'],
  ] as const) {
    test(`shows an explanation for ${error}, and can be retried${soak}`, async ({ page, signIn }) => {
      await signIn('CONTENT_CREATOR');
      await giveCamera(page, error);
      const dialog = await openDialog(page);
      await dialog.getByRole('button', { name: 'Record with camera' }).click();
      await expect(dialog.getByRole('alert')).toContainText(sentence);
      await expect(dialog.getByRole('button', { name: 'Record', exact: true })).toBeHidden();
      await allow(page);
      await dialog.getByRole('button', { name: 'Try Again' }).click();
      await expect(dialog.getByRole('button', { name: 'Record', exact: true })).toBeEnabled();
      await expect(dialog.getByRole('region', { name: 'Recorder' })).toHaveAttribute('data-state', 'preview');
    });
  }

  test('records without sound when there is no microphone @soak', async ({ page, signIn }) => {
    await signIn('CONTENT_CREATOR');
    await giveCamera(page, 'no microphone');
    await catchForm(page);
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Record with camera' }).click();
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(dialog.getByText(/^Recording 0:0[1-9]/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByLabel('Title').fill('Without a sound');
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await expect.poll(() => sentForm(page)).toMatchObject({ name: 'recording.webm', type: 'video/webm' });
    expect(await tracksOfForm(page), 'a picture and no sound').toEqual(['V_VP8']);
  });

  test('is unavailable in this browser, but a file can still be chosen @soak', async ({ page, signIn }) => {
    await signIn('CONTENT_CREATOR');
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }),
    );
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Record with camera' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'This browser can’t record video. Please choose a file instead.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByText('Choose a video, or drop it here')).toBeVisible();
  });

  test('reports an empty recording at Stop, and can record again @soak', async ({ page, signIn }) => {
    await signIn('CONTENT_CREATOR');
    await page.addInitScript(() => {
      window.MediaRecorder = class extends MediaRecorder {
        override addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
          if (type !== 'dataavailable') super.addEventListener(type, listener);
        }
      };
    });
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Record with camera' }).click();
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'Nothing was recorded. Make sure no other app is using the camera, then try again.',
    );
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect(dialog.getByRole('region', { name: 'Recorder' })).toHaveAttribute('data-state', 'preview');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  });

  test('goes from preview to recording to stopped, produces recording.webm, and stops by itself in time @soak', async ({
    page,
    signIn,
  }) => {
    await signIn('CONTENT_CREATOR');
    await page.clock.install();
    await catchForm(page);
    await page.addInitScript(() => {
      const Real = MediaRecorder;
      window.MediaRecorder = class extends Real {
        constructor(stream: MediaStream, options?: MediaRecorderOptions) {
          super(stream, options);
          Object.assign(window, { recordedAs: options?.mimeType });
        }
      };
    });
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Record with camera' }).click();
    const recorder = dialog.getByRole('region', { name: 'Recorder' });
    await expect(recorder).toHaveAttribute('data-state', 'preview');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(recorder).toHaveAttribute('data-state', 'recording');
    expect(await page.evaluate('recordedAs')).toBe('video/webm;codecs=vp8,opus');
    await expect(dialog.getByText(/^Recording 0:0[1-9]/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(recorder).toHaveAttribute('data-state', 'stopped');
    const player = recorder.getByRole('group', { name: 'Player: Your recording' });
    await expect(player.getByText(/^0:00 \/ 0:0[1-9]$/), 'as long as it is').toBeVisible();
    await dialog.getByRole('button', { name: 'Discard' }).click();

    // just under ten minutes: what is longer would be rejected
    await expect(recorder).toHaveAttribute('data-state', 'preview');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(dialog.getByText(/^Recording 0:0[1-9]/)).toBeVisible();
    await page.clock.fastForward('09:50');
    await expect(recorder).toHaveAttribute('data-state', 'recording');
    await page.clock.fastForward('00:10');
    await expect(recorder).toHaveAttribute('data-state', 'stopped');
    await dialog.getByLabel('Title').fill('Recorded');
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await expect.poll(() => sentForm(page)).toMatchObject({ name: 'recording.webm', type: 'video/webm' });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('fills the screen, counts down, and continues to the text fields once its recording is chosen @soak', async ({
      page,
      signIn,
    }) => {
      await signIn('CONTENT_CREATOR');
      await catchForm(page);
      const dialog = await openDialog(page);
      await dialog.getByRole('button', { name: 'Record with camera' }).click();
      const recorder = dialog.getByRole('region', { name: 'Recorder' });
      const whole = { x: 0, y: 0, width: 390, height: 844 };
      await expect.poll(() => recorder.boundingBox()).toEqual(whole);
      const shutter = recorder.getByRole('button', { name: 'Record', exact: true });
      const { width = 0, height = 0 } = (await shutter.boundingBox()) ?? {};
      expect(width, 'round').toBe(height);
      expect(await isOnTop(dialog.getByLabel('Title'))).toBe(false);
      await shutter.click();
      for (const left of ['3', '2', '1'])
        await expect(recorder.getByText(left, { exact: true }), left).toBeVisible();
      await expect(recorder).toHaveAttribute('data-state', 'recording');
      await expect(recorder.getByText(/^Recording 0:0[1-9]/)).toBeVisible();
      await recorder.getByRole('button', { name: 'Stop' }).click();

      await expect(recorder).toHaveAttribute('data-state', 'stopped');
      await expect.poll(() => recorder.boundingBox()).toEqual(whole);
      await recorder.getByRole('button', { name: 'Discard' }).click();
      await expect(recorder).toHaveAttribute('data-state', 'preview');
      await shutter.click();
      await expect(recorder.getByText(/^Recording 0:0[1-9]/)).toBeVisible();
      await recorder.getByRole('button', { name: 'Stop' }).click();
      await recorder.getByRole('button', { name: 'Use this recording' }).click();
      await dialog.getByLabel('Title').click();
      await dialog.getByLabel('Title').fill('From the hand');
      await dialog.getByRole('button', { name: 'Submit for review' }).click();
      await expect.poll(() => sentForm(page)).toMatchObject({ name: 'recording.webm', type: 'video/webm' });
    });
  });

  test('shows its picture to the left of the text fields on a wide screen @soak', async ({
    page,
    signIn,
  }) => {
    await signIn('CONTENT_CREATOR');
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Record with camera' }).click();
    const picture = await dialog.getByRole('region', { name: 'Recorder' }).boundingBox();
    const title = await dialog.getByLabel('Title').boundingBox();
    expect(title?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0));
  });
});
