import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { z } from 'zod';
import type { Page, Site } from './fixture.ts';

/** The locale that the pseudo-locale replaces. */
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

/** What every text is in the language: itself in English, as ⟦text⟧. */
const markedOf = (kind: string) =>
  read(kind).map(({ message, context }) => ({
    message,
    context,
    text: ['⟦', ...compileMessageOrThrow(message), '⟧'],
  }));

/** A catalog of the pages. */
function catalogOf(kind: string): string {
  const messages = markedOf(kind).map(({ message, context, text }) => [
    generateMessageId(message, context) as string,
    text,
  ]);
  return `export const messages = ${JSON.stringify(Object.fromEntries(messages))};`;
}

const manifest = () =>
  z
    .record(z.string(), z.object({ file: z.string() }))
    .parse(JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')));

/**
 * Switches server and page to a language that marks each text. Catalogs are replaced on their way to the page, which is
 * rendered by the browser alone: the rendering thread has its own.
 */
export async function translateToPseudo(page: Page, site: Site): Promise<void> {
  await site.speak({
    language: LANGUAGE,
    messages: Object.fromEntries(markedOf('server').map(({ message, text }) => [message, text])),
  });
  await page.context().addCookies([{ name: 'lang', value: LANGUAGE, url: site.url }]);
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

/** Restores the server's own texts for later tests. */
export const speakAsBefore = (site: Site): Promise<void> =>
  site.speak({ language: LANGUAGE, messages: null });

/** All visible or accessible text on the page that is from no catalog; `own`: user content. */
export const findUnmarked = (page: Page, own: string[]): Promise<string[]> =>
  page.evaluate(
    unmarkedOf,
    own.filter((text) => text.length > 1),
  );

/** In the browser. `known`: texts of users or the owner. */
function unmarkedOf(known: string[]): string[] {
  /** User content, and output of the browser's Intl or the machine. */
  const OTHERS = 'bdi, [dir=auto], time, code, kbd, pre, samp, [translate=no], body [lang]';
  const SILENT = 'script, style, noscript, template';
  const COMMENT_TEXT = [
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
  /** Text outside of all marks. */
  const outside = (text: string): string => {
    let rest = '';
    for (const sign of text) {
      if (sign === '⟦') depth++;
      else if (sign === '⟧') depth--;
      else if (depth === 0) rest += sign;
    }
    return rest;
  };
  const recordMissing = (rest: string, where: string): void => {
    let text = rest.trim();
    for (const each of longestFirst) text = text.replaceAll(each, ' ');
    text = text.replaceAll(/https?:\S+|#[\da-f]{6}\b/g, ' ');
    if (/\p{L}{2}/u.test(text)) found.add(`${where}: ${rest.trim().slice(0, 120)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest(SILENT)) continue;
    const isSeen = element.checkVisibility({ visibilityProperty: true });
    if (node instanceof Text) {
      const rest = outside(node.data);
      if (isSeen && !element.closest(OTHERS)) recordMissing(rest, element.tagName.toLowerCase());
      continue;
    }
    const isField = element.matches('input, textarea, select');
    if (!isSeen || (!isField && element.closest(OTHERS))) continue;
    const before = depth;
    for (const name of COMMENT_TEXT) {
      depth = 0;
      recordMissing(outside(element.getAttribute(name) ?? ''), `${element.tagName.toLowerCase()} ${name}`);
    }
    depth = before;
  }
  if (depth !== 0) found.add(`${depth} marks are left open`);
  depth = 0;
  recordMissing(outside(document.title), 'title of the page');
  return [...found];
}
