import { lengthOf } from '../text/text.ts';
import { plainCueText, toMs, type Cue } from './cues.ts';

/** What may be better about a cue, though nothing is wrong with it. `cue` counts from 0. */
export interface CueHint {
  cue: number;
  kind: 'overlap' | 'fast' | 'short' | 'long' | 'gap';
  /** Characters a second. */
  speed: number;
}

/** More is too fast to read, in characters per second; lower for scripts without spaces, whose characters carry more. */
const FAST = 21;
const FAST_UNSPACED = 13;
const UNSPACED = /[\u0E01-\u0E5B\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;
const SHORTEST_MS = 500;
const LONGEST_MS = 10_000;
/** Shorter breaks between two cues look like a flicker. */
const FLICKER_MS = 80;

/** The first `most` of them, or a few more. */
export function hintsOf(cues: Cue[], most = Infinity): CueHint[] {
  const found: CueHint[] = [];
  for (const [cue, { start, end, text }] of cues.entries()) {
    if (found.length >= most) break;
    const lasts = toMs(end) - toMs(start);
    const gap = cue > 0 ? toMs(start) - toMs(cues[cue - 1]?.end ?? 0) : Infinity;
    const plain = plainCueText(text);
    const exact = (lengthOf(plain) * 1000) / Math.max(1, lasts);
    const speed = Math.round(exact);
    const addHint = (kind: CueHint['kind']) => found.push({ cue, kind, speed });
    if (gap < 0) addHint('overlap');
    else if (gap > 0 && gap < FLICKER_MS) addHint('gap');
    if (lasts < SHORTEST_MS) addHint('short');
    else if (exact > (UNSPACED.test(plain) ? FAST_UNSPACED : FAST)) addHint('fast');
    if (lasts > LONGEST_MS) addHint('long');
  }
  return found;
}
