import { plainCueText, toMs, type Cue } from './cues.ts';

/** What may be better about a cue, though nothing is wrong with it. `cue` counts from 0. */
export interface CueHint {
  cue: number;
  kind: 'overlap' | 'fast' | 'short' | 'long' | 'gap';
  text: string;
}

/** More is too quick to read, in characters a second; of scripts without spaces each says more. */
const FAST = 21;
const FAST_UNSPACED = 13;
const UNSPACED = /[\u0E01-\u0E5B\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;
const SHORTEST_MS = 500;
const LONGEST_MS = 10_000;
/** Shorter breaks between two cues look like a flicker. */
const FLICKER_MS = 80;

export function hintsOf(cues: Cue[]): CueHint[] {
  const found: CueHint[] = [];
  for (const [cue, { start, end, text }] of cues.entries()) {
    const lasts = toMs(end) - toMs(start);
    const gap = cue > 0 ? toMs(start) - toMs(cues[cue - 1]?.end ?? 0) : Infinity;
    const plain = plainCueText(text);
    const speed = ([...plain].length * 1000) / Math.max(1, lasts);
    if (gap < 0) found.push({ cue, kind: 'overlap', text: 'It begins before the one before it ends.' });
    else if (gap > 0 && gap < FLICKER_MS)
      found.push({ cue, kind: 'gap', text: 'The break before it is too short to be seen.' });
    if (lasts < SHORTEST_MS)
      found.push({ cue, kind: 'short', text: 'It is shown for less than half a second.' });
    else if (speed > (UNSPACED.test(plain) ? FAST_UNSPACED : FAST))
      found.push({ cue, kind: 'fast', text: `Too quick to read: ${Math.round(speed)} characters a second.` });
    if (lasts > LONGEST_MS) found.push({ cue, kind: 'long', text: 'It stays for more than ten seconds.' });
  }
  return found;
}
