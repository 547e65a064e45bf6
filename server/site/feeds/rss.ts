import { escapeXml } from '#server/app/http/escape-html.ts';
import { changeOf, type Feed, type FeedItem, type FeedVideo } from './feed.ts';

const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
].join(' ');

const tag = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** RSS 2.0: each video with its MP4 as enclosure, and with Media RSS. */
export function writeRss(feed: Feed): string {
  const { title, description, language, self, page, hub, items } = feed;
  const changedAt = changeOf(feed);
  const head = [
    tag('title', title),
    tag('link', page),
    tag('description', description),
    tag('language', language),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>`,
    ...(hub === null ? [] : [`<atom:link rel="hub" href="${escapeXml(hub)}"/>`]),
    ...(changedAt === null ? [] : [tag('lastBuildDate', toRfc822(changedAt))]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${NAMESPACES}><channel>${head.join('')}\n${items
    .map(writeItem)
    .join('\n')}\n</channel></rss>\n`;
}

function writeItem(item: FeedItem): string {
  const { video, picture } = item;
  const thumbnail = picture ? `<media:thumbnail url="${escapeXml(picture)}"/>` : '';
  return `<item>${[
    tag('title', item.title),
    tag('link', item.address),
    `<guid isPermaLink="true">${escapeXml(item.address)}</guid>`,
    tag('pubDate', toRfc822(item.at)),
    tag('dc:creator', item.author),
    ...item.categories.map((category) => tag('category', category)),
    tag('description', item.text),
    ...(video ? [enclosure(video), mediaOf(item, video, thumbnail)] : [thumbnail]),
  ].join('')}</item>`;
}

/** The length is required; 0 means unknown. */
const enclosure = ({ address, bytes }: FeedVideo): string =>
  `<enclosure url="${escapeXml(address)}" type="video/mp4" length="${bytes}"/>`;

function mediaOf({ title, text }: FeedItem, video: FeedVideo, thumbnail: string): string {
  const size = video.width && video.height ? ` width="${video.width}" height="${video.height}"` : '';
  const length = video.bytes > 0 ? ` fileSize="${video.bytes}"` : '';
  return (
    `<media:content url="${escapeXml(video.address)}" type="video/mp4" medium="video" duration="${video.seconds}"${size}${length}>` +
    `<media:title type="plain">${escapeXml(title)}</media:title><media:description type="plain">${escapeXml(text)}</media:description>` +
    `${thumbnail}<media:player url="${escapeXml(video.player)}"/></media:content>`
  );
}

const toRfc822 = (time: string): string => new Date(time).toUTCString();
