import { SOURCE_LANGUAGE, type Language } from '#contract/text/languages.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { CachedResponse } from '#server/app/http/caching/response-cache.ts';

/** A chunk as Vite's manifest names it; keys are source files below web/. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
}

export interface WebFile {
  answer: CachedResponse;
  type: string;
  immutable: boolean;
}

/** Each as `sha256-…`. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

/** The built web app: its files as bytes, its HTML template and which chunk shows which page. */
export interface WebFiles {
  /** With `<!--head-->` and `<!--data-->` for what the server adds. */
  template: string;
  /** The hashes of its inline scripts and style sheet for the content policy. */
  hashes: InlineHashes;
  /** Addresses of the scripts and styles a page needs beyond the entry's, its language's texts first; null where there is no such page. */
  pageParts(component: string, language?: Language): { scripts: string[]; styles: string[] } | null;
  /** Address of the script that an entry beside the app was built into, by its source; null where there is none. */
  scriptOf(source: string): string | null;
  /** Addresses of the single files beside index.html, such as /favicon.svg. */
  rootFiles: string[];
  read(address: string): Promise<WebFile | null>;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
};

/** Null where the app hasn't been built. */
export async function openWebFiles(folder: string): Promise<WebFiles | null> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const template = await withSheet(await readFile(index, 'utf8'), folder);
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const addresses = names
    .filter((one) => one.isFile() && TYPES[extname(one.name)] && !one.parentPath.includes('.vite'))
    .map((one) => `${one.parentPath.slice(folder.length)}/${one.name}`);
  const pages = new Map(
    Object.keys(manifest)
      .filter((source) => source.startsWith('pages/'))
      .map((source) => [basename(source, '.tsx'), source]),
  );
  const known = new Set(addresses);
  const cache = new Map<string, Promise<WebFile>>();
  return {
    template,
    hashes: { scripts: hashesOf(template, 'script'), styles: hashesOf(template, 'style') },
    pageParts(component, language = SOURCE_LANGUAGE) {
      const source = pages.get(component);
      const parts = source ? partsOf(manifest, source) : null;
      if (!parts || language === SOURCE_LANGUAGE) return parts;
      return { ...parts, scripts: [...catalogsOf(manifest, component, language), ...parts.scripts] };
    },
    scriptOf: (source) => (manifest[source] ? `/${manifest[source].file}` : null),
    rootFiles: addresses.filter((address) => !address.startsWith('/assets/')),
    read: async (address) => {
      if (!known.has(address)) return null;
      const file = cache.get(address) ?? load(folder, address);
      cache.set(address, file);
      // Gone when a new build took its place.
      return file.catch(() => null);
    },
  };
}

/**
 * The entry's style sheet is inlined: the first paint waits for no other file. Its link stays, disabled: Vite looks
 * for it before loading a lazy chunk, and would otherwise load the sheet again and restyle the whole page.
 */
async function withSheet(built: string, folder: string): Promise<string> {
  const [link = '', address = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(built) ?? [];
  const css = await readFile(join(folder, address), 'utf8');
  return built.replace(link, () => `<style>${css}</style><link rel="stylesheet" href="${address}" disabled>`);
}

/** As the content policy lists inline content. */
export const hashOf = (content: string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

const hashesOf = (template: string, name: 'script' | 'style'): string[] =>
  [...template.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) =>
    hashOf(content),
  );

/** The brotli form was made by the build (build/compress-files.ts). */
async function load(folder: string, address: string): Promise<WebFile> {
  const path = join(folder, address);
  const body = await readFile(path);
  // awaited: a new build may delete it in the meantime
  const brotli = existsSync(`${path}.br`) ? await readFile(`${path}.br`) : body;
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    answer: { body, etag, headers: {}, brotli: Promise.resolve(brotli) },
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    immutable: address.startsWith('/assets/'),
  };
}

/** What loads the texts of a language, and the texts (web/app/i18n/texts.ts). */
function catalogsOf(manifest: Record<string, Chunk>, component: string, language: Language): string[] {
  const kinds = component.startsWith('Admin') ? ['web', 'admin'] : ['web'];
  const sources = ['app/catalogs.ts', ...kinds.map((kind) => `../locales/${language}/${kind}.po`)];
  return sources.flatMap((source) => (manifest[source] ? [`/${manifest[source].file}`] : []));
}

function partsOf(manifest: Record<string, Chunk>, source: string): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const other of manifest[key]?.imports ?? []) visit(other);
  };
  // the template names these
  visit('index.html');
  const known = new Set(seen);
  visit(source);
  const chunks = [...seen].filter((key) => !known.has(key)).flatMap((key) => manifest[key] ?? []);
  return {
    scripts: chunks.map(({ file }) => `/${file}`),
    styles: chunks.flatMap(({ css }) => css ?? []).map((file) => `/${file}`),
  };
}
