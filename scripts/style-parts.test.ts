import { expect, test } from 'vitest';
import { classesIn, pickStyles } from '#server/site/page-styles.ts';
import { readParts, restOf } from './style-parts.ts';

const pick = (css: string, html: string): string => pickStyles(readParts(css), classesIn(html));

test('a page gets the rules of its classes, and those that need none', () => {
  const css =
    '@layer base,utilities;@property --x{syntax:"*";inherits:false}@keyframes rise{to{opacity:1}}' +
    '@layer base{a:hover{color:red}}@layer utilities{.flex{display:flex}.grid{display:grid}' +
    '@media (width>=40rem){.sm\\:flex{display:flex}}@media print{.grid{display:none}}}';
  expect(pick(css, '<p class="flex gap-2 sm:flex"><a>')).toBe(
    '@layer base,utilities;@property --x{syntax:"*";inherits:false}@keyframes rise{to{opacity:1}}' +
      '@layer base{a:hover{color:red}}@layer utilities{.flex{display:flex}' +
      '@media (width>=40rem){.sm\\:flex{display:flex}}}',
  );
});

test('the sheet for later has what not every page has, in its order', () => {
  const css =
    '@font-face{font-family:F}@layer base{a{color:red}.prose a{color:blue}}' +
    '@layer utilities{.flex{display:flex}:where(.gap>*){margin:0}@media print{.grid{display:none}}}';
  expect(restOf(readParts(css))).toBe(
    '@layer base{.prose a{color:blue}}@layer utilities{.flex{display:flex}@media print{.grid{display:none}}}',
  );
});

test.each([
  ['.\\32xl\\:p-0\\.5', '2xl:p-0.5'],
  ['.\\32 xl\\:p-0\\.5', '2xl:p-0.5'],
  ['.w-\\[calc\\(100\\%-2rem\\)\\]', 'w-[calc(100%-2rem)]'],
  ['.\\[\\&\\>svg\\]\\:size-4>svg', '[&amp;&gt;svg]:size-4'],
  ['.group:hover .group-hover\\:p:not(.other)', 'group group-hover:p'],
  ['.one,.two', 'two'],
])('%s is for elements of class %s', (selector, names) => {
  const css = `${selector}{color:red}`;
  expect(pick(css, `<i class="${names}">`)).toBe(css);
  expect(pick(css, '<i class="other">')).toBe('');
});
