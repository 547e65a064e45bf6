import { defineConfig } from '@lingui/cli';
import babelExtractor from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { LANGUAGE_TAGS, SOURCE_LANGUAGE } from './contract/text/languages.ts';
import { serverTexts } from './build/server-messages.ts';

/** What only admins see: its texts come with their pages alone. */
const ADMIN = [
  'web/{admin,backups,diagnostics,webhooks}/**/*.{ts,tsx}',
  'web/curation/**/*.{ts,tsx}',
  'web/accounts/people/**/*.{ts,tsx}',
  'web/tags/*.tsx',
  'web/withdrawals/WithdrawalsTab.tsx',
  'web/moderation/!(Report{Button,Dialog}).tsx',
  'web/settings/!(WrittenPage).{ts,tsx}',
  'web/pages/admin/**/*.{ts,tsx}',
  'web/pages/Admin*Page.tsx',
];
const TESTS = '**/*.test.ts';

/** Catalogs are PO files, one folder a language (docs/translating.md). English stands in the code and has none. */
export default defineConfig({
  sourceLocale: SOURCE_LANGUAGE,
  locales: LANGUAGE_TAGS.filter((language) => language !== SOURCE_LANGUAGE),
  fallbackLocales: false,
  catalogs: [
    { path: 'locales/{locale}/web', include: ['web/**/*.{ts,tsx}'], exclude: [...ADMIN, TESTS] },
    { path: 'locales/{locale}/admin', include: ADMIN, exclude: [TESTS] },
    {
      path: 'locales/{locale}/server',
      include: ['server/**/*.ts', 'contract/**/*.ts'],
      exclude: [TESTS, 'server/testing/**', 'server/shell/**', 'server/app/i18n/**'],
    },
  ],
  // texts that hold what people wrote (web/app/i18n/Trans.tsx)
  runtimeConfigModule: { Trans: ['#web/app/i18n/Trans.tsx', 'Trans'] },
  extractors: [serverTexts, babelExtractor],
  // neither files nor expressions: moving or renaming code changes no catalog
  format: formatter({
    origins: false,
    printPlaceholdersInComments: false,
    customHeaderAttributes: { 'X-Reviewed-By': 'nobody yet who speaks it; see docs/translating.md' },
  }),
});
