import { expect, type Page } from './fixture.ts';

export interface Xss {
  injected: boolean;
  smuggled: string[];
  wide: string[];
}

declare global {
  interface Window {
    findXss(): Xss;
    visit(path: string, token: string | null, payload: string): Promise<Xss>;
  }
}

/** Runs in the page: finds what it should not contain, and navigates the app without reloads. */
export function prepare(): void {
  const clipped = (element: Element): boolean =>
    element.parentElement !== null &&
    (getComputedStyle(element.parentElement).overflowX !== 'visible' || clipped(element.parentElement));
  window.findXss = () => ({
    injected: 'injected' in window,
    // what a smuggled element would look like in the page; the page's own carry other attributes
    smuggled: [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')) ||
          /^(embed|object|base|isindex|marquee|math|form-x|x)$/i.test(element.localName) ||
          element.matches('script:not(#initial-data, [type="application/ld+json"])') ||
          /^\s*(javascript|data:text|vbscript)/i.test(element.getAttribute('href') ?? ''),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
    // what sticks out, where the page can be pushed sideways
    wide:
      document.documentElement.scrollWidth > document.documentElement.clientWidth
        ? [...document.querySelectorAll('body *')]
            .filter(
              (element) =>
                element.getBoundingClientRect().right > document.documentElement.clientWidth &&
                !clipped(element),
            )
            .map((element) =>
              `${element.localName} ${element.className} ${element.textContent}`.slice(0, 200),
            )
            .slice(-5)
            .concat('something is wider than the page')
        : [],
  });
  const flatten = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const shown = () => {
    const main = document.querySelector('main');
    const fields = [...(main?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [])];
    return flatten([main?.textContent ?? '', ...fields.map(({ value }) => value)].join(' '));
  };
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  window.visit = async (path, token, payload) => {
    if (location.pathname + location.search !== path) {
      if (token !== localStorage.getItem('vh_token')) {
        if (token) localStorage.setItem('vh_token', token);
        else localStorage.removeItem('vh_token');
        window.dispatchEvent(new Event('auth-changed'));
      }
      history.pushState({}, '', path);
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }
    for (const end = Date.now() + 20_000; ; await frame()) {
      if (shown().includes(flatten(payload))) break;
      if (Date.now() > end) throw new Error(`${path} does not show ${payload} but ${shown()}`);
    }
    return window.findXss();
  };
}

export const NO_XSS: Xss = { injected: false, smuggled: [], wide: [] };

export async function expectNoXss(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(() => window.findXss()), where).toEqual(NO_XSS);
}

/** What a crawler, a messenger or the app itself reads of a page that the server wrote. */
export async function readHead(page: Page, path: string, answer?: string) {
  return page.evaluate(
    async ([address, known]) => {
      const html = known ?? (await (await fetch(address)).text());
      // its own styles: the policy of the page that reads it names others
      const parsed = new DOMParser().parseFromString(html.replace(/<style>.*?<\/style>/s, ''), 'text/html');
      const meta = (name: string) =>
        parsed.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
      const json = (selector: string): unknown =>
        JSON.parse(parsed.querySelector(selector)?.textContent || 'null');
      const initialData = json('#initial-data') as { queries: { queries: { state: { data: unknown } }[] } };
      return {
        title: parsed.title,
        names: ['description', 'og:title', 'og:description'].map(meta),
        scripts: [...parsed.scripts].map(({ type, src, text }) => {
          if (type) return type;
          if (src) return new URL(src).pathname.split('/')[1];
          // the one that is part of every page
          return text.includes('takeEarlyEvents') ? 'first script' : `inline: ${text.slice(0, 80)}`;
        }),
        elements: [...new Set([...parsed.querySelectorAll('*')].map(({ localName }) => localName))].sort(),
        handlers: [...parsed.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((name) => name.startsWith('on')),
        ),
        data: json('script[type="application/ld+json"]') as Record<string, unknown> | null,
        answers: initialData.queries.queries.map(({ state }) => state.data),
      };
    },
    [path, answer] as const,
  );
}

/** Runs in an empty page: shows each mail in a frame of a phone's width, where no policy holds anything back. */
export async function showMails(mails: { subject: string; html: string }[]): Promise<string[]> {
  const wrong: string[] = [];
  const show = async ({ subject, html }: { subject: string; html: string }) => {
    const frame = document.createElement('iframe');
    frame.style.width = '390px';
    frame.srcdoc = html;
    const shown = new Promise((resolve) => {
      frame.addEventListener('load', resolve);
    });
    document.body.append(frame);
    await shown;
    const inside = frame.contentDocument;
    if (!inside?.querySelector('h1')) wrong.push(`${subject}: empty`);
    if ('injected' in (frame.contentWindow ?? {})) wrong.push(`${subject}: something ran`);
    if (inside && inside.documentElement.scrollWidth > 390) wrong.push(`${subject}: too wide`);
    // the last link leads to the site, where the products' pictures come from
    const home = [...(inside?.links ?? [])].at(-1)?.getAttribute('href') ?? '';
    const isPicture = (element: Element) =>
      element.localName === 'img' &&
      element.getAttribute('alt') === '' &&
      element.getAttribute('src')?.startsWith(`${home}/`);
    for (const element of inside?.querySelectorAll('*') ?? [])
      if (
        (!isPicture(element) &&
          !/^(html|head|meta|style|title|body|div|table|tbody|tr|td|span|h1|p|br|a)$/.test(
            element.localName,
          )) ||
        element.getAttributeNames().some((name) => name.startsWith('on')) ||
        !/^(https?:|$)/.test(element.getAttribute('href') ?? '')
      )
        wrong.push(`${subject}: ${element.outerHTML.slice(0, 200)}`);
    // the letter's own, for the dark
    if ((inside?.querySelectorAll('style').length ?? 0) > 1) wrong.push(`${subject}: a smuggled style`);
    frame.remove();
  };
  for (let from = 0; from < mails.length; from += 50)
    await Promise.all(mails.slice(from, from + 50).map(show));
  if ('injected' in window) wrong.push('something ran');
  return wrong;
}
