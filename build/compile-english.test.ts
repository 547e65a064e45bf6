import { transformSync } from '@babel/core';
import { I18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { translatedTexts } from './compile-english.ts';

/** What the pages run of `code`, where `t` made a text of `values`. */
function render(text: string, values: object): string {
  const code = `import { plural, t } from '@lingui/core/macro';\nexport const say = ({ ${Object.keys(values).join()} }) => ${text};`;
  const compiled = transformSync(code, {
    configFile: false,
    babelrc: false,
    presets: [translatedTexts.preset],
  });
  const body = compiled?.code?.replaceAll(/^import .*$/gm, '').replace('export const say =', 'return') ?? '';
  const i18n = new I18n({ locale: 'en', messages: { en: {} } });
  // as the pages do: what is still text has no values
  i18n.setMessagesCompiler((plain) => [plain]);
  // oxlint-disable-next-line typescript/no-implied-eval -- what the build made a moment ago
  const run = new Function('_i18n', body)(i18n) as (values: object) => string;
  return run(values);
}

test.each([
  ['t`Close`', {}, 'Close'],
  ["t`It's closed`", {}, "It's closed"],
  ['t`Edit ${name}`', { name: '<b>{x}' }, 'Edit <b>{x}'],
  ["plural(count, { 0: 'none', one: '# clip', other: '# clips' })", { count: 0 }, 'none'],
  ["plural(count, { one: '# clip', other: '# clips' })", { count: 1200 }, '1,200 clips'],
  [
    "t`${plural(count, { one: '# clip', other: '# clips' })} in ${place}`",
    { count: 1, place: 'Lyon' },
    '1 clip in Lyon',
  ],
])('%s renders without a message parser in the browser', (text, values, expected) => {
  expect(render(text, values)).toBe(expected);
});
