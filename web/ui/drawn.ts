/** Words that come from the style: they are seen, or printed, but nothing is said twice. */
export const drawn = (text: string) => ({ 'data-text': text });
export const DRAWN = 'after:content-[attr(data-text)]';
