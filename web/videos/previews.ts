/** Autoplaying previews: one chunk, loaded late. */
export { BannerLoop } from './BannerLoop.tsx';
export { HoverPreview } from './HoverPreview.tsx';
