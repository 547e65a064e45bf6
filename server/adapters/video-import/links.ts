/** A video of a platform we know, read from an address a person pasted. */
export interface VideoLink {
  platform: 'YOUTUBE' | 'TWITCH';
  id: string;
  /** Built by us: a pasted URL is never fetched. */
  url: string;
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const TWITCH_VIDEO = /^\d{1,20}$/;
const TWITCH_SLUG = /^[A-Za-z][\w-]{3,120}$/;

/** Null: not a link to a YouTube or Twitch video. */
export function readVideoLink(pasted: string): VideoLink | null {
  const address = URL.parse(/^[a-z]+:\/\//i.test(pasted) ? pasted : `https://${pasted}`);
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.port) return null;
  const host = address.hostname.replace(/^(www|m|music|go)\./, '');
  const parts = address.pathname.split('/').filter(Boolean);
  if (host === 'youtu.be') return youtube(parts[0]);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    return youtube(
      parts[0] === 'watch'
        ? address.searchParams.get('v')
        : ['shorts', 'embed', 'live', 'v'].includes(parts[0] ?? '')
          ? parts[1]
          : null,
    );
  }
  if (host === 'clips.twitch.tv') return twitch(parts[0]);
  if (host !== 'twitch.tv') return null;
  if (parts[0] === 'videos' && TWITCH_VIDEO.test(parts[1] ?? '')) {
    return { platform: 'TWITCH', id: `v${parts[1]}`, url: `https://www.twitch.tv/videos/${parts[1]}` };
  }
  return parts[1] === 'clip' ? twitch(parts[2]) : null;
}

function youtube(id: string | null | undefined): VideoLink | null {
  if (!id || !YOUTUBE_ID.test(id)) return null;
  return { platform: 'YOUTUBE', id, url: `https://www.youtube.com/watch?v=${id}` };
}

function twitch(slug: string | undefined): VideoLink | null {
  if (!slug || !TWITCH_SLUG.test(slug)) return null;
  return { platform: 'TWITCH', id: slug, url: `https://clips.twitch.tv/${slug}` };
}
