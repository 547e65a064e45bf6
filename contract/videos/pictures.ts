/** Widths in pixels that every thumbnail is kept in: `…thumb-640.jpg` has siblings `…thumb-320.webp` and so on. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/** How wide the home page's banner is, as `sizes` says it; the server preloads by the same words. */
export const BANNER_SIZES = '(width >= 84rem) 79rem, 100vw';
