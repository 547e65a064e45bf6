import { useEffect } from 'react';
import { UNSPACED } from './unspaced.ts';

const LETTER = /[\p{L}\p{N}]/u;

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Ranges of the search words in a text, ignoring accents and case. */
export function findMarks(text: string, words: string[]): [start: number, end: number][] {
  let folded = '';
  // for each folded character the place of its letter in the text
  const offsets: number[] = [];
  let offset = 0;
  for (const letter of text) {
    for (const each of fold(letter)) {
      folded += each;
      for (let unit = 0; unit < each.length; unit++) offsets.push(offset);
    }
    offset += letter.length;
  }
  const found: [number, number][] = [];
  for (const word of new Set(words.map(fold))) {
    if (!word) continue;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const before = folded[at - 1];
      if (before && LETTER.test(before) && !UNSPACED.test(word)) continue;
      found.push([offsets[at] ?? 0, offsets[at + word.length] ?? text.length]);
    }
  }
  return found.toSorted((a, b) => a[0] - b[0]);
}

const NAME = 'search';

/**
 * Highlights the search words in results under an element, except in labels. Browsers without the Highlight API show no
 * marks.
 */
export function useMarks(
  of: { readonly current: HTMLElement | null },
  words: string[],
  shown: unknown,
): void {
  const key = words.join(' ');
  useEffect(() => {
    if (!of.current || typeof Highlight === 'undefined') return;
    const highlight = new Highlight();
    const walker = document.createTreeWalker(of.current, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('section')) continue;
      for (const [start, end] of findMarks(node.textContent ?? '', key.split(' '))) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        highlight.add(range);
      }
    }
    CSS.highlights.set(NAME, highlight);
    return () => void CSS.highlights.delete(NAME);
  }, [of, key, shown]);
}
