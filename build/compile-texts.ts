import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** What the server says, in each language, for server/app/i18n/translate.ts: by the text as it stands in the code. */
const FOLDER = 'dist/locales';

const config = getConfig();
const catalogs = await getCatalogs(config);
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
