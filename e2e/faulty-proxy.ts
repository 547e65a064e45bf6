import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between the browser and a site that can disconnect, stall, and count the bytes sent. */
export class FaultyProxy {
  /** Bytes from the browser since the proxy was opened, or since this was set. */
  sent = 0;
  /** Goes down as soon as this many bytes went up. */
  downAt = Number.POSITIVE_INFINITY;
  /** Stops reading from the browser after this many bytes. */
  pauseAt = Number.POSITIVE_INFINITY;
  /** Every response to a request that begins so is dropped, with its connection. */
  dropResponsesTo: string | null = null;
  /** New connections wait for this. */
  accepting: Promise<unknown> = Promise.resolve();
  private readonly target: URL;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private down = false;

  private constructor(target: string) {
    this.target = new URL(target);
    this.server = createServer((browser) => void this.join(browser)).listen(0, '127.0.0.1');
  }

  static async open(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Cuts every connection there is or will be. */
  setDown(down: boolean): void {
    this.down = down;
    if (down) for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.setDown(true);
    this.server.close();
    await once(this.server, 'close');
  }

  private async join(browser: Socket): Promise<void> {
    this.sockets.add(browser);
    browser.on('error', () => {});
    browser.pause();
    if (!this.down) await this.accepting;
    if (this.down) return void browser.destroy();
    const site = connect(Number(this.target.port), this.target.hostname);
    this.sockets.add(site);
    this.endTogether(browser, site);
    this.endTogether(site, browser);
    let request = '';
    browser.on('data', (chunk: Buffer) => {
      const start = chunk.subarray(0, 200).toString('latin1');
      if (/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(start)) request = start;
      this.passUp(chunk, browser, site);
    });
    site.on('data', (chunk: Buffer) => {
      if (this.dropResponsesTo && request.startsWith(this.dropResponsesTo)) browser.destroy();
      else browser.write(chunk);
    });
    browser.resume();
  }

  private endTogether(one: Socket, other: Socket): void {
    one.on('error', () => {});
    one.on('close', () => {
      this.sockets.delete(one);
      other.destroy();
    });
  }

  private passUp(chunk: Buffer, browser: Socket, site: Socket): void {
    this.sent += chunk.length;
    if (this.sent >= this.downAt) {
      this.downAt = Number.POSITIVE_INFINITY;
      return this.setDown(true);
    }
    if (this.sent >= this.pauseAt) browser.pause();
    if (!site.write(chunk)) {
      browser.pause();
      site.once('drain', () => this.sent < this.pauseAt && browser.resume());
    }
  }
}
