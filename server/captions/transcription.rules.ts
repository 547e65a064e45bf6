import { DOUBTFUL, MAX_CUES, MAX_DOUBTFUL, cleanCueText } from '#contract/captions/cues.ts';
import type { SpokenWord, Passage } from '#server/adapters/speech/transcript.ts';
import type { EditedCue } from './captions.rows.ts';

/** Characters per line, two lines per cue; scripts without spaces need fewer. */
const LINE = 42;
const LINE_UNSPACED = 20;
const UNSPACED = /[\u0E01-\u0E5B\u3040-\u30FF\u3400-\u9FFF]/;
/** Seconds. */
const LONGEST = 7;
const SHORTEST = 1;
/** A break of so long ends a cue. */
const BREAK = 0.8;
/** The last word stays a little, to be read to its end. */
const LINGER = 0.4;
const SENTENCE_END = /[.!?…。！？]["»”’)]?$/;
/** A shorter sentence shares a cue with what follows. */
const SENTENCE = 16;

/**
 * Transcribed passages as captions: split at pauses and sentence ends, two lines each, within the video's
 * `seconds`.
 */
export function cuesOf(passages: Passage[], seconds: number): EditedCue[] {
  const groups = passages.flatMap(({ words }) => groupIntoCues(words)).slice(0, MAX_CUES);
  return groups.flatMap((words, at) => {
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || first.start >= seconds) return [];
    const next = groups[at + 1]?.[0]?.start ?? seconds;
    const wanted = Math.max(last.end + LINGER, first.start + SHORTEST);
    const text = cleanCueText(twoLines(textOf(words)), 'escape');
    return text === ''
      ? []
      : [
          {
            start: first.start,
            end: Math.max(Math.min(wanted, next, seconds), Math.min(last.end, seconds)),
            text,
            ...certaintyOf(words),
          },
        ];
  });
}

function groupIntoCues(words: SpokenWord[]): SpokenWord[][] {
  const groups: SpokenWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && fits(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups;
}

function fits(group: SpokenWord[], word: SpokenWord): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return true;
  const text = textOf(group);
  const most = 2 * (UNSPACED.test(text) ? LINE_UNSPACED : LINE) - 4;
  return (
    word.start - last.end < BREAK &&
    word.end - first.start <= LONGEST &&
    text.length + 1 + word.text.length <= most &&
    !(SENTENCE_END.test(text) && text.length >= SENTENCE)
  );
}

const textOf = (words: SpokenWord[]): string =>
  words.map(({ text, isJoined }, at) => (isJoined || at === 0 ? text : ` ${text}`)).join('');

/** Broken at the space, or the letter, that is nearest to the middle. */
function twoLines(text: string): string {
  const isUnspaced = UNSPACED.test(text) && !text.includes(' ');
  if (text.length <= (isUnspaced ? LINE_UNSPACED : LINE)) return text;
  const middle = text.length / 2;
  if (isUnspaced) return `${text.slice(0, Math.ceil(middle))}\n${text.slice(Math.ceil(middle))}`;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const cut = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return cut === undefined ? text : `${text.slice(0, cut)}\n${text.slice(cut + 1)}`;
}

/** The confidence of a cue, and its doubtful words; empty where the model reports none. */
function certaintyOf(words: SpokenWord[]): Pick<EditedCue, 'confidence' | 'doubtful'> {
  const known = words.flatMap(({ confidence }) => confidence ?? []);
  if (known.length === 0) return {};
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  const doubtful = words.filter(({ confidence }) => confidence !== null && confidence < DOUBTFUL);
  return {
    confidence: Math.round(mean * 100) / 100,
    doubtful: doubtful.map(({ text }) => text.slice(0, 100)).slice(0, MAX_DOUBTFUL),
  };
}
