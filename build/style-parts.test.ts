import { expect, test } from 'vitest';
import { pickStyles } from '#server/site/page-styles.ts';
import { readParts, restOf } from './style-parts.ts';

const pick = (css: string, html: string): string => pickStyles(readParts(css), html);

test('a page gets the rules of its classes and elements, and those that need none', () => {
  const css =
    '@layer base,utilities;@font-face{font-family:F}' +
    '@layer base{*{margin:0}html,:host{line-height:1.5}a:hover{color:red}table td{padding:0}}' +
    '@layer utilities{.flex{display:flex}.grid{display:grid}a.flex{gap:0}' +
    '@media (width>=40rem){.sm\\:flex{display:flex}}@media print{.grid{display:none}}}';
  expect(pick(css, '<p class="flex gap-2 sm:flex"><a>')).toBe(
    '@layer base,utilities;@font-face{font-family:F}' +
      '@layer base{*{margin:0}html,:host{line-height:1.5}a:hover{color:red}}' +
      '@layer utilities{.flex{display:flex}a.flex{gap:0}@media (width>=40rem){.sm\\:flex{display:flex}}}',
  );
});

test('of variables, properties and animations a page gets what its rules name, and what those name', () => {
  const css =
    '@layer theme{:root,:host{--ink:var(--dark);--dark:black;--paper:white;--animate-rise:rise 1s}}' +
    '.text{color:var(--ink)}.rise{animation:var(--animate-rise)}.wide{width:var(--tw-wide)}' +
    '@keyframes rise{to{opacity:1}}@property --tw-wide{syntax:"*";inherits:false}';
  expect(pick(css, '<p class="text">')).toBe(
    '@layer theme{:root,:host{--ink:var(--dark);--dark:black;}}.text{color:var(--ink)}',
  );
  expect(pick(css, '<p class="rise wide">')).toBe(
    '@layer theme{:root,:host{--animate-rise:rise 1s;}}.rise{animation:var(--animate-rise)}' +
      '.wide{width:var(--tw-wide)}@keyframes rise{to{opacity:1}}@property --tw-wide{syntax:"*";inherits:false}',
  );
  expect(pick(css, '<path stroke="var(--paper)">')).toBe('@layer theme{:root,:host{--paper:white;}}');
});

test('layers of which a page has nothing keep their place', () => {
  const css =
    '@layer properties{@supports (not (color:red)){*{--x:0}}}@layer base{td{padding:0}}@layer utilities{.flex{gap:0}}';
  expect(pick(css, '<p class="flex">')).toBe('@layer properties;@layer base;@layer utilities{.flex{gap:0}}');
});

test('the sheet for later has what not every page has, in its order', () => {
  const css =
    '@font-face{font-family:F}@layer properties{@supports (not (color:red)){*{--x:0}}}' +
    '@layer base{*{margin:0}a{color:red}.prose a{color:blue}::file-selector-button{border:0}}' +
    '@layer utilities{.flex{display:flex}:where(.gap>*){margin:0}@media print{.grid{display:none}}}' +
    '@property --x{syntax:"*";inherits:false}';
  expect(restOf(readParts(css))).toBe(
    '@layer properties{@supports (not (color:red)){*{--x:0}}}' +
      '@layer base{a{color:red}.prose a{color:blue}::file-selector-button{border:0}}' +
      '@layer utilities{.flex{display:flex}:where(.gap>*){margin:0}@media print{.grid{display:none}}}' +
      '@property --x{syntax:"*";inherits:false}',
  );
});

test('browsers that know color-mix() get nothing in its place', () => {
  const mix = '@supports (color:color-mix(in lab, red, red))';
  const css =
    `.a{gap:0;color:#fff9;${mix}{color:color-mix(in oklab, red 60%, transparent)}}` +
    `@media (hover:hover){.b:hover{color:#fff9}${mix}{.b:hover{color:color-mix(in oklab, red 6%, blue)}}}`;
  expect(pick(css, '<p class="a b">')).toBe(
    '.a{gap:0;color:color-mix(in oklab, red 60%, transparent)}' +
      '@media (hover:hover){.b:hover{color:color-mix(in oklab, red 6%, blue)}}',
  );
});

test.each([
  ['.\\32xl\\:p-0\\.5', '2xl:p-0.5'],
  ['.\\32 xl\\:p-0\\.5', '2xl:p-0.5'],
  ['.w-\\[calc\\(100\\%-2rem\\)\\]', 'w-[calc(100%-2rem)]'],
  ['.\\[\\&\\>svg\\]\\:size-4>i', '[&amp;&gt;svg]:size-4'],
  ['.group:hover .group-hover\\:p:not(.other)', 'group group-hover:p'],
  [':is(.group:hover .\\*\\:p>*)', 'group *:p'],
  [':where(.space-y-2>:not(:last-child))', 'space-y-2'],
  [':where([data-x="a b"]) .p:is(.q,.r)', 'p'],
  ['.one,.two', 'two'],
])('%s is for elements of class %s', (selector, names) => {
  const css = `${selector}{color:red}`;
  expect(pick(css, `<i class="${names}">`)).toBe(css);
  expect(pick(css, '<i class="other">')).toBe('');
});
