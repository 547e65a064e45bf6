import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { checkCatalog } from './check-catalog.ts';

/** The server's texts in each language, for server/app/i18n/translate.ts: keyed by the text in the code. */
const FOLDER = 'dist/locales';

const config = getConfig();
const catalogs = await getCatalogs(config);
// a misspelt value would leave a gap in a page or an email
let problems = 0;
for (const catalog of catalogs)
  for (const language of config.locales) {
    const path = catalog.getFilename(language);
    const all = Object.entries((await catalog.read(language)) ?? {});
    const active = Object.fromEntries(all.filter(([, { obsolete }]) => !obsolete));
    const found = checkCatalog(path, readFileSync(path, 'utf8'), { extracted: active, catalog: active });
    for (const { location: position, what } of found.problems) console.error(`${position}: ${what}`);
    problems += found.problems.length;
  }
if (problems > 0) process.exit(1);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const language of config.locales as string[]) {
  const found = getCatalogForFile(`locales/${language}/server.po`, catalogs);
  const messages = Object.values((await found?.catalog.read(language)) ?? {});
  const compiled = messages.flatMap(({ message, translation, obsolete }) => {
    if (!message || !translation || obsolete) return [];
    try {
      return [[message, compileMessageOrThrow(translation)]];
    } catch (error) {
      throw new Error(`locales/${language}/server.po: “${translation}” can't be read.`, { cause: error });
    }
  });
  writeFileSync(`${FOLDER}/${language}.json`, JSON.stringify(Object.fromEntries(compiled)));
}
