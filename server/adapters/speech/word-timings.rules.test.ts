import { describe, expect, test } from 'vitest';
import { wordTimings, type RecognizedTokens } from './word-timings.rules.ts';

const tokensOf = (more: Partial<RecognizedTokens>): RecognizedTokens => ({
  text: '',
  tokens: [],
  timestamps: [],
  durations: [],
  logProbs: [],
  ...more,
});
const short = (tokens: RecognizedTokens, seconds = 4) =>
  wordTimings(tokens, seconds).map(({ text, start, end, isJoined }) => [text, start, end, isJoined]);

describe('recognized words', () => {
  test('are assembled from tokens, with their times and confidence', () => {
    const words = wordTimings(
      tokensOf({
        tokens: [' Good', ' mor', 'ning', '.'],
        timestamps: [0.2, 0.5, 0.7, 1],
        durations: [0.2, 0.2, 0.2, 0],
        logProbs: [0, Math.log(0.9), Math.log(0.4), Math.log(0.9)],
      }),
      2,
    );
    expect(words).toEqual([
      { text: 'Good', start: 0.2, end: 0.4, confidence: 1, isJoined: false },
      { text: 'morning.', start: 0.5, end: 2, confidence: expect.closeTo(0.687, 3), isJoined: false },
    ]);
  });

  test.each<[string, RecognizedTokens, unknown[]]>([
    [
      'by the other sign for a space, without the model’s own signs',
      tokensOf({ tokens: ['<|en|>', '\u2581a', '\u2581be', 'e'], timestamps: [0, 1, 2, 3] }),
      [
        ['a', 1, 2, false],
        ['bee', 2, 4, false],
      ],
    ],
    [
      'of a script without spaces, each piece for itself',
      tokensOf({ tokens: ['今日', 'は', '。', '晴れ'], timestamps: [0, 1, 2, 3] }),
      [
        ['今日', 0, 1, false],
        ['は。', 1, 3, true],
        ['晴れ', 3, 4, true],
      ],
    ],
    [
      'without times, spread over the passage by their letters',
      tokensOf({ text: ' one three ', tokens: ['one three'] }),
      [
        ['one', 0, 1.5, false],
        ['three', 1.5, 4, false],
      ],
    ],
    ['no tokens give no words', tokensOf({}), []],
  ])('%s', (_, tokens, words) => {
    expect(short(tokens)).toEqual(words);
  });
});
