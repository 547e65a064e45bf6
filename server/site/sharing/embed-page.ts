import { LANGUAGES, type Language } from '#contract/text/languages.ts';
import { msg } from '#contract/text/message.ts';
import type { Label } from '#contract/videos/labels.ts';
import { PICTURE_WIDTHS, pictureElsewhere } from '#contract/videos/pictures.ts';
import type { Video } from '#contract/videos/videos.ts';
import { fileOf } from '#contract/videos/files.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { escapeHtml } from '#server/app/http/escape-html.ts';
import { namesOfLabels } from '#server/videos/videos.rows.ts';
import { escapeJson } from '../html.ts';
import { hashOf } from '../web-files.ts';
import { EMBED_START } from './embed-start.ts';
import { embedStyle } from './embed-style.ts';

/** Site metadata on each embedded player's page. */
export interface EmbedSite {
  name: string;
  language: Language;
  /** Whole addresses. */
  origin: string;
  logo: string | null;
  /** As #rrggbb. */
  accent: string;
  /** The player's script; null: the web app was not built. */
  script: string | null;
  /** Where media lie beside this server. */
  mediaOrigins: string[];
  /** Sites that may show players; empty: all. */
  embedOrigins: string[];
}

/** The texts of the player's controls; sent with the page, so that its script contains none. */
const TEXTS = {
  play: msg('Play'),
  pause: msg('Pause'),
  seek: msg('Seek'),
  mute: msg('Mute'),
  unmute: msg('Unmute'),
  captions: msg('Captions'),
  full: msg('Full screen'),
  error: msg('This video can’t be played here.'),
};

const LABELS: Record<Label, string> = {
  ai: msg('AI-generated'),
  paid: msg('Paid promotion'),
  sensitive: msg('Sensitive'),
};

const PLAY = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5.5v13l11-6.5z"/></svg>';
const OWN_LOGO =
  '<svg class="logo" viewBox="0 0 34 32" aria-hidden="true"><g fill="none" stroke-linecap="round" stroke-width="6"><path d="M4 28 10 4" stroke="currentColor"/><path d="M14 28 20 4" stroke="var(--accent)"/><path d="M24 28 30 4" stroke="currentColor"/></g></svg>';

const textsIn = (language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, translate(language, text)]));

/** Whether a video has a file of its own; what lives on another platform plays there alone. */
export const isEmbeddable = (video: Video): boolean =>
  video.sourceUrl !== null && (video.source === 'OTHER' || /\.(mp4|webm|m4v)(\?|$)/i.test(video.sourceUrl));

/** The player alone. What a page around it may ask for by the address, the script reads (web/embed). */
export function writeEmbed(site: EmbedSite, video: Video): string {
  const page = `${site.origin}/video/${video.id}`;
  const title = escapeHtml(video.title);
  const picture = pictureElsewhere(video);
  const poster = picture && pictureOf(picture, PICTURE_WIDTHS[2]);
  const labels = namesOfLabels(video.labels).map((label) => ` · ${translate(site.language, LABELS[label])}`);
  const stage = `<main data-id="${video.id}" data-script="${site.script ?? ''}">
${poster ? `<img class="backdrop" src="${escapeHtml(pictureOf(picture ?? '', PICTURE_WIDTHS[0]))}" alt="" aria-hidden="true">` : ''}
<video controls playsinline preload="none"${poster ? ` poster="${escapeHtml(poster)}"` : ''}${video.captions.length > 0 ? ' crossorigin="anonymous"' : ''} aria-label="${title}">
${sourcesOf(video)}
${video.captions
  .map(
    ({ language, label, url }) =>
      `<track kind="captions" src="${escapeHtml(url)}" srclang="${escapeHtml(language)}" label="${escapeHtml(label)}">`,
  )
  .join('')}
</video>
<header><a href="${page}" target="_blank" rel="noopener" dir="auto">${title}</a><p><bdi>${escapeHtml(video.creator)}</bdi>${labels.join('')}</p></header>
<button class="start" type="button" aria-label="${translate(site.language, TEXTS.play)}: ${title}">${PLAY}</button>
<a class="brand" href="${page}" target="_blank" rel="noopener">${logoOf(site)}<span>${escapeHtml(site.name)}</span></a>
<span class="length">${lengthOf(video.durationSec)}</span>
</main>
<script type="application/json" id="words">${escapeJson({ ...textsIn(site.language), site: site.name, page })}</script>
<script>${EMBED_START}</script>`;
  return document(site, { title: video.title, page, body: stage });
}

/** A video of another platform: what it is, and the way to it. */
export function writeLinkCard(site: EmbedSite, video: Video): string {
  const page = `${site.origin}/video/${video.id}`;
  const body = card(site, {
    heading: `<span dir="auto">${escapeHtml(video.title)}</span>`,
    text: translate(site.language, msg('This video plays on its own page.')),
    href: page,
    action: translate(site.language, msg`Watch on ${site.name}`),
  });
  return document(site, { title: video.title, page, body });
}

/** For missing and for non-public videos: the two can't be distinguished. */
export function writeMissing(site: EmbedSite): string {
  const body = card(site, {
    heading: translate(site.language, msg('This video can’t be shown here')),
    text: translate(site.language, msg('It may have been removed, or you may not have access.')),
    href: site.origin,
    action: translate(site.language, msg`Visit ${site.name}`),
  });
  return document(site, { title: translate(site.language, msg('Video not found')), page: null, body });
}

function card(
  site: EmbedSite,
  { heading, text, href, action }: { heading: string; text: string; href: string; action: string },
): string {
  return `<main class="kind">${logoOf(site)}<h1>${heading}</h1><p>${text}</p><a class="go" href="${href}" target="_blank" rel="noopener">${escapeHtml(action)}</a></main>`;
}

function document(
  { accent, language, logo, name, origin }: EmbedSite,
  { title, page, body }: { title: string; page: string | null; body: string },
): string {
  const links = page
    ? `<link rel="canonical" href="${page}">\n<link rel="alternate" type="application/json+oembed" href="${origin}/api/oembed?url=${encodeURIComponent(page)}" title="${escapeHtml(title)}">`
    : '';
  return `<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${name}`)}</title>
<link rel="icon" href="${escapeHtml(logo ?? '/favicon.svg')}">
${links}
<style>${embedStyle(accent)}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const logoOf = ({ logo }: EmbedSite): string =>
  logo ? `<img class="logo" src="${escapeHtml(logo)}" alt="">` : OWN_LOGO;

const pictureOf = (thumbnail: string, width: number): string =>
  thumbnail.replace(/thumb-640\.jpg$/, `thumb-${width}.webp`);

/** The smaller the player on the page around it, the fewer lines it takes. */
function sourcesOf({ sourceUrl, lines }: Video): string {
  const file = sourceUrl ?? '';
  const source = (lineCount: number, media: string) => {
    const fits = lines.find((each) => each >= lineCount);
    return fits ? `<source src="${escapeHtml(fileOf(file, fits))}" media="${media}" type="video/mp4">` : '';
  };
  const small = source(360, '(max-width: 26rem), (max-height: 15rem)');
  const medium = source(720, '(max-width: 60rem), (max-height: 40rem)');
  return `${small}${medium}<source src="${escapeHtml(file)}">`;
}

function lengthOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What the page may load and run, and who may show it. */
export function embedPolicy({ accent, mediaOrigins, embedOrigins }: EmbedSite): string {
  const media = ["'self'", ...mediaOrigins].join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' '${hashOf(EMBED_START)}'`,
    `style-src '${hashOf(embedStyle(accent))}'`,
    `img-src ${media} data:`,
    `media-src ${media}`,
    `connect-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embedOrigins.length > 0 ? ["'self'", ...embedOrigins].join(' ') : '*'}`,
  ].join('; ');
}
