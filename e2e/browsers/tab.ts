import { expect } from '../fixture.ts';
import { findInPage } from './find.ts';

/** What a browser driver can do. A script is one expression, so that no content policy applies. */
export interface Driver {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** The expression's value, as plain data. */
  run(expression: string): Promise<unknown>;
  click(element: string): Promise<void>;
  /** Replaces the field's value. */
  fill(element: string, text: string): Promise<void>;
  chooseFile(element: string, path: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Whether the browser's own accessibility tree contains it; not every driver can report it. */
  hasAccessible?(role: string, name: string): Promise<boolean>;
  screenshot(): Promise<Buffer>;
  /** A virtual authenticator that always approves, where the browser supports one. */
  addAuthenticator?(): Promise<void>;
  /** Errors that pages reported, where the driver collects them. */
  errors: string[];
  close(): Promise<void>;
}

export type Key = 'Escape' | 'Tab' | 'Enter' | 'Space' | 'j' | 'k' | 'm' | '?';
export type Role =
  | 'button'
  | 'link'
  | 'field'
  | 'file'
  | 'heading'
  | 'dialog'
  | 'article'
  | 'tab'
  | 'text'
  | 'canvas'
  | '[role=menuitem]';

interface Box {
  width: number;
  height: number;
}

const list = (role: Role, name: string | null, part: boolean): string =>
  `(${findInPage.toString()})(${JSON.stringify(role)}, ${JSON.stringify(name)}, ${part})`;

/** A page in one of the browsers, looked at as a person would: by roles and names. */
export class Tab {
  readonly driver: Driver;
  readonly url: string;

  constructor(driver: Driver, url: string) {
    this.driver = driver;
    this.url = url;
  }

  async goto(path: string): Promise<void> {
    await this.driver.goto(this.url + path);
  }

  async run<T>(expression: string): Promise<T> {
    return (await this.driver.run(expression)) as T;
  }

  /** Waits until it can be seen; an expression that gives it. `part`: the name is a part of the whole one. */
  async find(role: Role, name: string | null = null, part = false): Promise<string> {
    const all = list(role, name, part);
    await expect
      .poll(() => this.run(`${all}.length > 0`).catch(String), {
        message: `${role} ${name ?? ''} is to be seen`,
        timeout: 30_000,
      })
      .toBe(true);
    return `${all}[0]`;
  }

  /** Waits for the page with this heading; a link to it may be a heading of its own. */
  async arrives(heading: string): Promise<void> {
    await this.expectTrue(`document.querySelector('h1')?.textContent === ${JSON.stringify(heading)}`);
  }

  async gone(role: Role, name: string | null = null): Promise<void> {
    await this.expectTrue(`${list(role, name, false)}.length === 0`);
  }

  async click(role: Role, name: string, part = false): Promise<void> {
    await this.act(role, name, part, (element) => this.driver.click(element));
  }

  async fill(label: string, text: string): Promise<void> {
    await this.act('field', label, false, (element) => this.driver.fill(element, text));
  }

  async chooseFile(label: string, path: string): Promise<void> {
    await this.act('file', label, true, (element) => this.driver.chooseFile(element, path));
  }

  /** Again, as long as the page is still drawing itself. */
  private async act(role: Role, name: string, part: boolean, does: (element: string) => Promise<void>) {
    const element = `${list(role, name, part)}.filter((element) => !element.disabled)[0]`;
    await this.find(role, name, part);
    let last = '';
    await expect
      .poll(
        () =>
          does(element).then(
            () => true,
            (error: unknown) => (last = String(error).slice(0, 200)),
          ),
        { message: `${role} ${name} can be used`, timeout: 30_000 },
      )
      .toBe(true)
      .catch((error: unknown) => {
        throw new Error(`${role} ${name} can't be used: ${last}`, { cause: error });
      });
  }

  /** Waits until the expression is true in the page. */
  async expectTrue(expression: string): Promise<void> {
    await expect
      .poll(() => this.run(`Boolean(${expression})`).catch(String), { message: expression, timeout: 30_000 })
      .toBe(true);
  }

  async sizeOf(role: Role, name: string | null = null): Promise<Box> {
    const element = await this.find(role, name);
    return await this.run<Box>(
      `(({ width, height }) => ({ width, height }))(${element}.getBoundingClientRect())`,
    );
  }
}
