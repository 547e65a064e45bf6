import { expect, test } from 'vitest';
import { findMixedText } from './markup.ts';

const mixed = (markup: string) => findMixedText('A.tsx', `const a = ${markup};`).length;

test('words and values side by side are found, whatever the value is made of', () => {
  expect(findMixedText('A.tsx', '\nconst a = <p>{count} clips</p>;')).toMatchObject([
    { rule: 'words-and-values-in-one-piece', place: 'A.tsx:2' },
  ]);
  expect(mixed('<>Order #{order.id}</>')).toBe(1);
  expect(mixed("<p>Sent{late && ', late'}</p>")).toBe(1);
  expect(mixed("<p>Only {list.map(nameOf).join(', ')} and {other ?? 'nobody'}</p>")).toBe(2);
  expect(mixed('<Card>Hello <b>you</b>, {name}</Card>')).toBe(1);
});

test('what is text by its looks stands alone beside elements, too', () => {
  expect(mixed('<p><Icon /> {`${count} clips`}</p>')).toBe(1);
  expect(mixed('<p><Icon /> {formatCompact(count)}</p>')).toBe(1);
  expect(mixed("<p><Icon /> {at > 0 && ', '}</p>")).toBe(1);
  expect(mixed("<p>{done ? 'Done' : 'Open'} {note}</p>")).toBe(2);
});

test('one piece, a piece in a span, markup and constants are left alone', () => {
  expect(mixed('<p>{`${count} clips`}</p>')).toBe(0);
  expect(mixed("<p>{done ? 'Done' : 'Open'}</p>")).toBe(0);
  expect(mixed('<p><Icon /> <span>{label}</span></p>')).toBe(0);
  expect(mixed("<p>Made{' '}<Time at={at} /> by <bdi>{name}</bdi></p>")).toBe(0);
  expect(mixed('<p>Kept for {DAYS} days, {SCORE.like} each</p>')).toBe(0);
  expect(mixed('<ul>Words {list.map((each) => <li>{each}</li>)} {children}</ul>')).toBe(0);
  expect(mixed('<p>{/* a note */}{icon}{text && <b>{text}</b>}</p>')).toBe(0);
});
