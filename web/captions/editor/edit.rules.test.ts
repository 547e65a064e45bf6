import { expect, test } from 'vitest';
import {
  edit,
  insert,
  join,
  nudgeEnd,
  nudgeStart,
  placeAt,
  redo,
  remove,
  setEnd,
  setStart,
  setText,
  split,
  startHistory,
  undo,
  type Edit,
} from './edit.rules.ts';

const CUES = [
  { start: 1, end: 3, text: 'one two three four' },
  { start: 4, end: 6, text: 'five' },
];
const run = (act: Edit, now = 0, at = 0) => {
  const { cues, at: index } = act({ ...startHistory(CUES).now, at }, now);
  return [index, ...cues.map(({ start, end, text }) => `${start} ${end} ${text}`)];
};

test.each<[string, Edit, number, number, (string | number)[]]>([
  ['set start', setStart, 1.5, 0, [0, '1.5 3 one two three four', '4 6 five']],
  ['set start behind the end', setStart, 3.5, 0, [0, '3.5 5.5 one two three four', '4 6 five']],
  ['set end', setEnd, 2.25, 0, [0, '1 2.25 one two three four', '4 6 five']],
  ['set end before the start', setEnd, 0.5, 1, [1, '1 3 one two three four', '0 0.5 five']],
  ['nudge start', nudgeStart(0.1), 0, 0, [0, '1.1 3 one two three four', '4 6 five']],
  ['nudge end', nudgeEnd(-0.1), 0, 0, [0, '1 2.9 one two three four', '4 6 five']],
  ['split where it plays', split, 2.5, 0, [1, '1 2.5 one two three', '2.5 3 four', '4 6 five']],
  ['split in the middle', split, 9, 0, [1, '1 2 one two', '2 3 three four', '4 6 five']],
  ['join', join, 0, 0, [0, '1 6 one two three four five']],
  ['insert', insert, 2, 0, [1, '1 3 one two three four', '3 4 ', '4 6 five']],
  ['remove', remove, 0, 1, [0, '1 3 one two three four']],
])('%s', (_, act, now, at, wanted) => {
  expect(run(act, now, at)).toEqual(wanted);
});

test('edits are undone and redone, letters of one word at once', () => {
  let history = startHistory(CUES);
  history = edit(history, setText('o')(history.now, 0), false);
  history = edit(history, setText('on')(history.now, 0), true);
  history = edit(history, remove(history.now, 0), false);
  expect(undo(history).now.cues[0]?.text).toBe('on');
  expect(undo(undo(history)).now.cues[0]?.text).toBe('one two three four');
  expect(redo(undo(undo(history))).now.cues[0]?.text).toBe('on');
  expect(undo(undo(undo(undo(history)))).past).toEqual([]);
});

test('finds the cue at a time', () => {
  const { cues } = startHistory(CUES).now;
  expect([0, 1, 3.5, 4, 99].map((now) => placeAt(cues, now))).toEqual([0, 0, 0, 1, 1]);
});
