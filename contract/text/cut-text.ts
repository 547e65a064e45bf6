const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** At most `max` UTF-16 units of a text, and no half of what reads as one character at its end. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, characters.segment(text).containing(max)?.index ?? max);
