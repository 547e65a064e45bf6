import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Page } from './fixture.ts';

/** In whose place the made-up language stands. */
const LANGUAGE = 'de';
const po = formatter();
const read = (kind: string) =>
  Object.values(
    po.parse(readFileSync(`locales/${LANGUAGE}/${kind}.po`, 'utf8'), {
      locale: LANGUAGE,
      sourceLocale: 'en',
      filename: '',
    }) as Record<string, { message: string; translation: string; context?: string }>,
  );

/** A catalog that says every text of the pages in English, as ⟦text⟧. */
function catalogOf(kind: string): string {
  const messages = read(kind).map(({ message, context }): [string, unknown[]] => [
    generateMessageId(message, context) as string,
    ['⟦', ...compileMessageOrThrow(message), '⟧'],
  ]);
  return `export const messages = ${JSON.stringify(Object.fromEntries(messages))};`;
}

const manifest = () =>
  JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;

/**
 * Lets the page speak a language that marks each of its texts: the catalogs are exchanged on their way, and the page is drawn
 * by the browser alone, as the server knows nothing of them.
 */
export async function speakMadeUp(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: LANGUAGE, url }]);
  for (const kind of ['web', 'admin']) {
    const { file = '' } = manifest()[`../locales/${LANGUAGE}/${kind}.po`] ?? {};
    await page.route(`**/${file}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: catalogOf(kind) }),
    );
  }
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /<div id="root">[^]*<\/div>(?=\s*<script type="application)/,
      '<div id="root"></div>',
    );
    return route.fulfill({ response, body });
  });
}

/** What the server says in the language: its catalog is not exchanged. */
const SERVER = read('server').flatMap(({ message, translation }) =>
  message.includes('{') ? [] : [message, translation],
);

/** Everything that can be read or heard on the page and that no text of a catalog says. */
export async function findUnmarked(page: Page, own: string[]): Promise<string[]> {
  return page.evaluate(
    unmarkedOf,
    [...SERVER, ...own].filter((words) => words.length > 1),
  );
}

/** In the browser. `known`: words that people or the owner wrote, and what the server says. */
function unmarkedOf(known: string[]): string[] {
  /** What people wrote, and what the browser's Intl or the machine says. */
  const OTHERS = 'bdi, [dir=auto], time, code, kbd, pre, samp, [translate=no], body [lang], .numbers';
  const SILENT = 'script, style, noscript, template';
  const SAID = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
    'data-text',
  ];
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const found = new Set<string>();
  let depth = 0;
  /** What stands outside of all marks. */
  const outside = (text: string): string => {
    let rest = '';
    for (const sign of text) {
      if (sign === '⟦') depth++;
      else if (sign === '⟧') depth--;
      else if (depth === 0) rest += sign;
    }
    return rest;
  };
  const note = (rest: string, where: string): void => {
    let words = rest.trim();
    for (const each of longestFirst) words = words.replaceAll(each, ' ');
    words = words.replaceAll(/\S+@\S+|https?:\S+|\/[\w/-]+/g, ' ');
    if (/\p{L}{2}/u.test(words)) found.add(`${where}: ${rest.trim().slice(0, 120)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest(SILENT)) continue;
    const isSeen = element.checkVisibility({ visibilityProperty: true });
    if (node instanceof Text) {
      const rest = outside(node.data);
      if (isSeen && !element.closest(OTHERS)) note(rest, element.tagName.toLowerCase());
      continue;
    }
    const isField = element.matches('input, textarea, select');
    if (!isSeen || (!isField && element.closest(OTHERS))) continue;
    const before = depth;
    for (const name of SAID) {
      depth = 0;
      note(outside(element.getAttribute(name) ?? ''), `${element.tagName.toLowerCase()} ${name}`);
    }
    depth = before;
  }
  if (depth !== 0) found.add(`${depth} marks are left open`);
  depth = 0;
  note(outside(document.title), 'title of the page');
  return [...found];
}
