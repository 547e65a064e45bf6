import { describe, expect, test } from 'vitest';
import type { SpokenWord } from '#server/adapters/speech/transcript.ts';
import { cuesOf } from './transcription.rules.ts';

/** Words of half a second each, starting at `start`. */
const spoken = (text: string, start = 0, confidence: number | null = null): SpokenWord[] =>
  text.split(' ').map((word, at) => ({
    text: word,
    start: start + at / 2,
    end: start + at / 2 + 0.5,
    confidence,
    isJoined: false,
  }));
const cues = (words: SpokenWord[], seconds = 60) => cuesOf([{ start: 0, end: seconds, words }], seconds);
const texts = (words: SpokenWord[]) => cues(words).map(({ text }) => text);

describe('cues from recognized speech', () => {
  test('stay a moment longer than they are spoken, and never overlap the next', () => {
    expect(cues([...spoken('Good morning', 1), ...spoken('Hello', 3), ...spoken('again', 3.5)])).toEqual([
      { start: 1, end: 2.4, text: 'Good morning' },
      { start: 3, end: 4.4, text: 'Hello again' },
    ]);
    expect(cues(spoken('Hi', 59.8), 60)).toEqual([{ start: 59.8, end: 60, text: 'Hi' }]);
  });

  test('are cut at the end of a sentence, at pauses, and where they grow too long', () => {
    expect(texts(spoken('This is the first sentence. And here the second'))).toEqual([
      'This is the first sentence.',
      'And here the second',
    ]);
    expect(texts(spoken('Yes. No. Perhaps.'))).toEqual(['Yes. No. Perhaps.']);
    const long = texts(spoken('word '.repeat(40).trim()));
    expect(long.length).toBeGreaterThan(2);
    for (const text of long) expect(text.length).toBeLessThanOrEqual(80);
  });

  test('break into two lines near the middle', () => {
    expect(texts(spoken('an extraordinarily remarkable conversation about photography'))).toEqual([
      'an extraordinarily remarkable\nconversation about photography',
    ]);
  });

  test('break anywhere in a script without spaces', () => {
    const letters = [...'今日はとても天気がいいので海に行って写真を撮りました'].map((text, at) => ({
      text,
      start: at / 10,
      end: at / 10 + 0.1,
      confidence: null,
      isJoined: at > 0,
    }));
    expect(texts(letters)).toEqual(['今日はとても天気がいいので\n海に行って写真を撮りました']);
  });

  test('include the confidence and the doubtful words', () => {
    expect(cues([...spoken('Good morning', 0, 0.9), ...spoken('kingfisher', 1, 0.3)])).toEqual([
      expect.objectContaining({ confidence: 0.7, doubtful: ['kingfisher'] }),
    ]);
  });

  test('escape markup', () => {
    expect(texts(spoken('a <script> & --> b'))).toEqual(['a &lt;script> &amp; --&gt; b']);
  });
});
