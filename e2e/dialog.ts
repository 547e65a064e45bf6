import { truncate, writeFile } from 'node:fs/promises';
import { expect, type Page } from './fixture.ts';

/** Opens the upload dialog on the home page. */
export async function openDialog(page: Page, url = '/') {
  await page.goto(url);
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload or record a video' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Waits until no dialog is left, nor its entry in the history: going back from that ends what is being opened. */
export const dialogsClosed = (page: Page) =>
  page.waitForFunction(
    () => !document.querySelector('dialog[open]') && !(history.state as { over?: boolean } | null)?.over,
  );

/** A file of so many bytes that takes no room. */
export async function makeSparse(path: string, size: number): Promise<string> {
  await writeFile(path, '');
  await truncate(path, size);
  return path;
}

/** Intercepts form submissions in the page, so that none is sent. */
export const catchForm = (page: Page) =>
  page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function captureForm(body) {
      if (!(body instanceof FormData)) return send.call(this, body);
      Object.assign(window, { form: body });
      this.abort = () => this.dispatchEvent(new Event('abort'));
    };
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function observe(done, type, quality) {
      Object.assign(window, { drawnAs: [type, quality] });
      toBlob.call(this, done, type, quality);
    };
  });

/** Of the form that was sent: its file, duration, and thumbnail with the colour of its middle. */
export const sentForm = (page: Page) =>
  page.evaluate(async () => {
    const { form, drawnAs } = window as never as { form?: FormData; drawnAs?: unknown };
    if (!form) return null;
    const file = form.get('file') as File;
    const thumbnail = form.get('thumbnail') as File | null;
    const picture = thumbnail && (await createImageBitmap(thumbnail));
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (picture) canvas?.drawImage(picture, picture.width / 2, picture.height / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
    return {
      name: file.name,
      type: file.type,
      durationSec: Number(form.get('durationSec')),
      thumbnail: picture && {
        type: thumbnail.type,
        size: [picture.width, picture.height],
        colour: red > 150 ? 'red' : green > 90 && blue < 90 ? 'green' : blue > 150 ? 'blue' : 'none',
        drawnAs,
      },
    };
  });

/**
 * Pauses each seek for a preview, as a slow device does: `next` waits for one, `release` resumes it. Its frame can only
 * be drawn once the browser has reported it, which may be after the seek event.
 */
export async function holdSeeks(page: Page) {
  await page.evaluate(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime') ?? {};
    const blockedCalls: (() => void)[] = [];
    Object.assign(window, { blockedCalls });
    const { requestVideoFrameCallback } = HTMLVideoElement.prototype;
    const presented = new WeakMap<object, number>();
    HTMLVideoElement.prototype.requestVideoFrameCallback = function observe(callback) {
      return requestVideoFrameCallback.call(this, (now, frame) => {
        presented.set(this, frame.mediaTime);
        callback(now, frame);
      });
    };
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function draw(picture: object, ...rest: unknown[]) {
      const late = picture instanceof HTMLVideoElement && presented.get(picture) !== picture.currentTime;
      if (!late) Reflect.apply(drawImage, this, [picture, ...rest]);
    };
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      get,
      set(this: HTMLMediaElement, seconds: number) {
        const seek = () => set?.call(this, seconds);
        // the element it draws from is not in the document
        if (this.isConnected) seek();
        else blockedCalls.push(seek);
      },
    });
  });
  return {
    next: () => expect.poll(() => page.evaluate('blockedCalls.length')).toBe(1),
    release: () => page.evaluate('blockedCalls.pop()()'),
  };
}
