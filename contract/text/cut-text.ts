/** At most `max` UTF-16 units of a text, and no half of what reads as one character at its end. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  // created on demand: the first one costs a phone 60 ms
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return text.slice(0, characters.segment(text).containing(max)?.index ?? max);
}
