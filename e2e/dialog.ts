import { truncate, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, type Page } from './fixture.ts';

/** Opens the upload dialog on the home page. */
export async function openDialog(page: Page, url = '/') {
  await page.goto(url);
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload or record a video' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** A file of so many bytes that takes no room. */
export async function makeSparse(path: string, size: number): Promise<string> {
  await writeFile(path, '');
  await truncate(path, size);
  return path;
}

/** A line between the browser and a site that can be cut, held up, and counts what goes up. */
export interface Line {
  url: string;
  /** Bytes from the browser since the line was opened, or since this was set. */
  sent: number;
  /** Goes down as soon as this many bytes went up. */
  downAt: number;
  /** Cuts every connection there is or will be. */
  setDown(down: boolean): void;
  /** Takes no more from the browser than this. */
  holdAt: number;
  /** Everything that the site answers to a request that begins so is lost, with its connection. */
  loseAnswersTo: string | null;
  /** New connections wait for this. */
  open: Promise<unknown>;
  close(): Promise<void>;
}

export async function openLine(to: string): Promise<Line> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((browser) => void join(browser)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let down = false;
  const setDown = (now: boolean) => {
    down = now;
    if (down) for (const socket of sockets) socket.destroy();
  };
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: 0,
    downAt: Number.POSITIVE_INFINITY,
    setDown,
    holdAt: Number.POSITIVE_INFINITY,
    loseAnswersTo: null,
    open: Promise.resolve(),
    close: async () => {
      setDown(true);
      server.close();
      await once(server, 'close');
    },
  };
  async function join(browser: Socket) {
    sockets.add(browser);
    browser.on('error', () => {});
    browser.pause();
    if (!down) await line.open;
    if (down) return browser.destroy();
    const site = connect(Number(target.port), target.hostname);
    sockets.add(site);
    for (const [one, other] of [
      [browser, site],
      [site, browser],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    let request = '';
    browser.on('data', (chunk: Buffer) => {
      line.sent += chunk.length;
      const start = chunk.subarray(0, 200).toString('latin1');
      if (/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(start)) request = start;
      if (line.sent >= line.downAt) {
        line.downAt = Number.POSITIVE_INFINITY;
        return setDown(true);
      }
      if (line.sent >= line.holdAt) browser.pause();
      if (!site.write(chunk)) {
        browser.pause();
        site.once('drain', () => line.sent < line.holdAt && browser.resume());
      }
    });
    site.on('data', (chunk: Buffer) => {
      if (line.loseAnswersTo && request.startsWith(line.loseAnswersTo)) browser.destroy();
      else browser.write(chunk);
    });
    browser.resume();
  }
  return line;
}

/** Keeps forms that are sent in the page, and lets none of them out. */
export const catchForm = (page: Page) =>
  page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function keep(body) {
      if (body instanceof FormData) Object.assign(window, { form: body });
      else send.call(this, body);
    };
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function note(done, type, quality) {
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
        colour: red > 150 ? 'red' : green > 90 && blue < 90 ? 'green' : 'blue',
        drawnAs,
      },
    };
  });
