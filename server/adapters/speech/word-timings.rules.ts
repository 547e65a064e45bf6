import type { SpokenWord } from './transcript.ts';

/** An engine's result for a passage: word pieces with their metadata. */
export interface RecognizedTokens {
  text: string;
  tokens: string[];
  /** Seconds; empty if the model has no timestamps. */
  timestamps: number[];
  durations: number[];
  /** Natural logarithms of probabilities; empty if the model has none. */
  logProbs: number[];
}

/** A word of its own begins with it. */
const BEGINNING = /^[\s\u2581]/;
/** Written without spaces: each piece may be cut from the next. */
const UNSPACED = /[\u0E01-\u0E5B\u3040-\u30FF\u3400-\u9FFF]/;
const PUNCTUATION = /^\p{P}+$/u;
/** Signs for the model itself: `<unk>`, `<|en|>`. */
const SIGN = /^<[^<>]*>$/;

/** Words with their times, relative to the start of a passage of `seconds`. */
export function wordTimings(
  { text, tokens, timestamps, durations, logProbs }: RecognizedTokens,
  seconds: number,
): SpokenWord[] {
  if (timestamps.length === 0 || timestamps.length !== tokens.length) return spread(text, seconds);
  const words: (SpokenWord & { logs: number[] })[] = [];
  for (const [at, token] of tokens.entries()) {
    if (SIGN.test(token)) continue;
    const piece = token.replaceAll('\u2581', ' ').trim();
    const start = Math.min(timestamps[at] ?? 0, seconds);
    const next = timestamps[at + 1] ?? seconds;
    const end = Math.min(seconds, durations[at] ? start + durations[at] : next);
    const before = words.at(-1);
    const isUnspaced = UNSPACED.test(piece) || (before !== undefined && UNSPACED.test(before.text));
    const isNew = BEGINNING.test(token) || !before || (isUnspaced && !PUNCTUATION.test(piece));
    const logs = logProbs[at] === undefined ? [] : [logProbs[at]];
    if (isNew)
      words.push({
        text: piece,
        start,
        end,
        confidence: null,
        isJoined: !BEGINNING.test(token) && before !== undefined,
        logs,
      });
    else if (before) {
      before.text += piece;
      before.end = Math.max(before.end, end);
      before.logs.push(...logs);
    }
  }
  return words
    .filter(({ text: trimmed }) => trimmed !== '')
    .map(({ logs, ...word }) => ({ ...word, confidence: confidenceOf(logs) }));
}

/** The mean of its pieces'. */
const confidenceOf = (logs: number[]): number | null =>
  logs.length === 0 ? null : Math.min(1, Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length));

/** Of a model without times: each word has as much of the passage as it has of the letters. */
function spread(text: string, seconds: number): SpokenWord[] {
  const trimmed = text.trim();
  const isUnspaced = UNSPACED.test(trimmed);
  const pieces = isUnspaced ? [...trimmed.replaceAll(/\s+/g, '')] : trimmed.split(/\s+/).filter(Boolean);
  const letters = pieces.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  return pieces.map((piece, at) => {
    const start = (before / letters) * seconds;
    before += piece.length;
    return {
      text: piece,
      start,
      end: (before / letters) * seconds,
      confidence: null,
      isJoined: isUnspaced && at > 0,
    };
  });
}
