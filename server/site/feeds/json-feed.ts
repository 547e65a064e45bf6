import type { Feed } from './feed.ts';

/** JSON Feed 1.1 (jsonfeed.org). */
export function writeJsonFeed({ title, description, language, self, page, icon, hub, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language,
    home_page_url: page,
    feed_url: self,
    icon,
    ...(hub !== null && { hubs: [{ type: 'WebSub', url: hub }] }),
    items: items.map((item) => ({
      id: item.address,
      url: item.address,
      title: item.title,
      content_text: item.text,
      date_published: item.at,
      ...(item.changedAt && { date_modified: item.changedAt }),
      authors: [{ name: item.author }],
      ...(item.categories.length > 0 && { tags: item.categories }),
      ...(item.picture && { image: item.picture }),
      ...(item.video && {
        attachments: [
          {
            url: item.video.address,
            mime_type: 'video/mp4',
            duration_in_seconds: item.video.seconds,
            ...(item.video.bytes > 0 && { size_in_bytes: item.video.bytes }),
          },
        ],
      }),
    })),
  });
}
