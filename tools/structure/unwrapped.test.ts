import { expect, test } from 'vitest';
import { findUnwrapped } from './unwrapped.ts';

const rulesOf = (text: string): string[] => findUnwrapped('web/a/A.tsx', text).map(({ rule }) => rule);
const inside = (markup: string): string[] => rulesOf(`const A = () => <div>${markup}</div>;`);

test('text without a macro is found in markup and in props', () => {
  for (const markup of [
    'Hello',
    '<p>{"Hello"}</p>',
    '<p>{isOpen ? "Open" : t`Closed`}</p>',
    '<p>{isOpen && `Open for ${hours}`}</p>',
    '<input placeholder="Your name" />',
    '<img alt={`Picture of ${name}`} />',
    '<Dialog action="Remove" />',
    '<Tabs tabs={[{ id: "a", label: "First" }]} />',
  ])
    expect(inside(markup), markup).toEqual(['texts-are-wrapped']);
});

test('wrapped text, class names, symbols and comparisons are ignored', () => {
  for (const markup of [
    '{t`Hello`}',
    '<Trans>By <b>{name}</b></Trans>',
    '<p className="flex" id="hello">· – 4</p>',
    '<p>{`${width} × ${height}`}</p>',
    '<p>{state === "open" && <b>4</b>}</p>',
    '<input placeholder="https://clips.example.org" />',
    '<p>{plural(count, { one: "# clip", other: "# clips" })}</p>',
  ])
    expect(inside(markup), markup).toEqual([]);
});

test('text translated outside functions is reported, as it would not follow a change of language', () => {
  expect(rulesOf('const LABEL = t`Hello`;')).toEqual(['texts-in-functions']);
  expect(rulesOf('const LABEL = msg`Hello`; const label = () => t`Hello`;')).toEqual([]);
});
