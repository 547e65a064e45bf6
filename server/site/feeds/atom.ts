import { escapeXml } from '#server/app/http/escape-html.ts';
import { changeOf, type Feed } from './feed.ts';

/** Atom (RFC 4287), with pictures and videos in Media RSS. */
export function writeAtom(feed: Feed): string {
  const { title, language, self, page, hub, items } = feed;
  const entries = items.map((item) => {
    const at = escapeXml(item.address);
    const { video } = item;
    return (
      `<entry><id>${at}</id><title>${escapeXml(item.title)}</title><link href="${at}"/>` +
      `<published>${item.at}</published><updated>${item.changedAt ?? item.at}</updated>` +
      `<author><name>${escapeXml(item.author)}</name></author>` +
      item.categories.map((category) => `<category term="${escapeXml(category)}"/>`).join('') +
      `<summary>${escapeXml(item.text)}</summary>` +
      (video
        ? `<link rel="enclosure" type="video/mp4" href="${escapeXml(video.address)}"${video.bytes > 0 ? ` length="${video.bytes}"` : ''}/>`
        : '') +
      (item.picture ? `<media:thumbnail url="${escapeXml(item.picture)}"/>` : '') +
      '</entry>'
    );
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xml:lang="${language}" xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">` +
    `<id>${escapeXml(page)}</id><title>${escapeXml(title)}</title><link rel="self" href="${escapeXml(self)}"/>` +
    `<link href="${escapeXml(page)}"/>${hub === null ? '' : `<link rel="hub" href="${escapeXml(hub)}"/>`}` +
    `<updated>${changeOf(feed) ?? '1970-01-01T00:00:00Z'}</updated>\n${entries.join('\n')}\n</feed>\n`
  );
}
