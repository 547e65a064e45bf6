/** Text rendered by CSS: visible and printed, but not announced twice. */
export const drawn = (text: string) => ({ 'data-text': text });
export const DRAWN = 'after:content-[attr(data-text)]';
