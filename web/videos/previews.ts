/** Videos that move without being asked for: one file, fetched late. */
export { BannerLoop } from './BannerLoop.tsx';
export { HoverPreview } from './HoverPreview.tsx';
