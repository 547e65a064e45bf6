import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { checkCatalog } from '../build/check-catalog.ts';

/**
 * `npm run texts` extracts the user-facing texts of the code into the catalogs of every language, and removes
 * unused ones. With `--check` (part of `npm run lint`) it changes nothing, and fails if the catalogs are out
 * of date or contain invalid translations; missing translations are counted.
 */
const isCheck = process.argv.includes('--check');
const config = getConfig();
const untranslated = new Map<string, number>();
/** By language and text, of the catalogs that a page has side by side. */
const translations = new Map<string, string>();
let problems = 0;
let texts = 0;
for (const catalog of await getCatalogs(config)) {
  if (!isCheck) for (const language of config.locales) dropUntranslated(catalog.getFilename(language));
  if (!isCheck) await catalog.make({ clean: true, overwrite: false, orderBy: 'message' });
  const extracted = await catalog.collect();
  if (!extracted) throw new Error('The texts could not be read out of the code.');
  texts += Object.keys(extracted).length;
  for (const language of config.locales) {
    const path = catalog.getFilename(language);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const translated = (await catalog.read(language)) ?? {};
    const found = checkCatalog(path, text, { extracted, catalog: translated, language });
    for (const { location: position, what } of found.problems) console.log(`${position}: ${what}`);
    problems += found.problems.length;
    if (!path.endsWith('server.po')) problems += checkAmbiguous(path, language, translated);
    untranslated.set(language, (untranslated.get(language) ?? 0) + found.untranslated);
  }
}
/** What visitors and admins read is one set of texts once both catalogs are loaded. */
function checkAmbiguous(
  path: string,
  language: string,
  translated: Record<string, { message?: string; translation?: string }>,
): number {
  let found = 0;
  for (const [id, { message = '', translation = '' }] of Object.entries(translated)) {
    const key = `${language} ${id}`;
    const first = translations.get(key) ?? translation;
    translations.set(key, first);
    if (first === translation) continue;
    console.log(`${path}: “${message}” is “${first}” in another catalog; two meanings need a context`);
    found += 1;
  }
  return found;
}

/** They come back out of the code; of two that a merge left the translated one has to win. */
function dropUntranslated(path: string): void {
  if (!existsSync(path)) return;
  const [head = '', ...entries] = readFileSync(path, 'utf8').split('\n\n');
  const translated = entries.filter((entry) => !entry.trimEnd().endsWith('\nmsgstr ""'));
  writeFileSync(path, `${[head, ...translated].join('\n\n').trimEnd()}\n`);
}

const counts = [...untranslated].map(([language, count]) => `${language} ${count}`);
console.log(`${texts} texts; not translated yet: ${counts.join(', ')}; ${problems} problems`);
process.exitCode = problems > 0 || texts === 0 ? 1 : 0;
