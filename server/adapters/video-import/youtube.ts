import { z } from 'zod';
import { msg } from '#contract/text/message.ts';
import { requestService } from '../service-request.ts';
import { readVideoLink } from './links.ts';
import { ImportError, type ExternalVideo, type VideoImport } from './video-import.ts';

/**
 * YouTube Data API v3 by plain fetch (https://developers.google.com/youtube/v3/docs). A search costs 100 of the 10,000
 * units a day, looking up 50 videos costs one. One video by its link needs no key: oEmbed (https://oembed.com).
 */
export interface YoutubeSettings {
  apiUrl: string;
  apiKey: string | undefined;
}

const GOOGLE = 'https://www.googleapis.com';
/** Longer responses are not read. */
const MAX_BYTES = 4 * 1024 * 1024;

const Search = z.object({
  nextPageToken: z.string().optional(),
  items: z.array(z.object({ id: z.object({ videoId: z.string().optional() }) })),
});
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional()
  .catch(undefined);
const Thumbnail = z.object({ url: z.url({ protocol: /^https?$/ }) });
const Item = z.object({
  id: z.string(),
  snippet: z.object({
    title: z.string().min(1),
    description: z.string().default(''),
    channelTitle: z.string().default(''),
    thumbnails: z.record(z.string(), Thumbnail).catch({}),
  }),
  contentDetails: z.object({ duration: z.string().default('') }).default({ duration: '' }),
  statistics: z
    .object({ viewCount: count, likeCount: count })
    .default({ viewCount: undefined, likeCount: undefined }),
});
const Named = z.object({ id: z.string() });
const Items = z.object({ items: z.array(z.unknown()) });
const Fault = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string() })).default([]),
    status: z.string().optional(),
  }),
});
const Embed = z.object({
  title: z.string().min(1),
  author_name: z.string().optional(),
  thumbnail_url: z
    .url({ protocol: /^https$/ })
    .optional()
    .catch(undefined),
});

export function openVideoImport({ apiUrl, apiKey }: YoutubeSettings): VideoImport {
  const fetchApi = async (
    path: string,
    query: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    if (!apiKey) throw new ImportError('not-configured', msg('Set YOUTUBE_API_KEY to import from YouTube.'));
    return getJson(
      `${apiUrl}/youtube/v3/${path}?${new URLSearchParams({ ...query, key: apiKey }).toString()}`,
      signal,
    );
  };
  return {
    configured: Boolean(apiKey),
    async search(query, page, signal) {
      const read = Search.safeParse(
        await fetchApi(
          'search',
          {
            part: 'id',
            type: 'video',
            videoDuration: 'short',
            videoEmbeddable: 'true',
            safeSearch: 'strict',
            maxResults: '50',
            q: query,
            ...(page ? { pageToken: page } : {}),
          },
          signal,
        ),
      );
      if (!read.success) throw unexpected();
      const ids = read.data.items.map(({ id }) => id.videoId).filter((id) => id !== undefined);
      return { ids: [...new Set(ids)], next: read.data.nextPageToken ?? null };
    },
    async lookUp(ids, signal) {
      if (ids.length === 0) return { videos: [], ids: [] };
      const read = Items.safeParse(
        await fetchApi(
          'videos',
          { part: 'snippet,contentDetails,statistics', id: ids.join(','), maxResults: '50' },
          signal,
        ),
      );
      if (!read.success) throw unexpected();
      // one odd item must not cost the others, nor be taken for removed
      const items = read.data.items.map((item) => Item.safeParse(item));
      return {
        videos: items.flatMap(({ success, data }) => (success ? [toExternal(data)] : [])),
        ids: read.data.items.flatMap((item) => Named.safeParse(item).data?.id ?? []),
      };
    },
    byLink: (url, title) => byLink(apiUrl, url, title),
    picture: (url, signal) => getPicture(apiUrl, url, signal),
  };
}

function toExternal({ id, snippet, contentDetails, statistics }: z.output<typeof Item>): ExternalVideo {
  const { maxres, standard, high, medium, default: small } = snippet.thumbnails;
  return {
    platform: 'YOUTUBE',
    id,
    title: snippet.title,
    description: snippet.description || null,
    creator: snippet.channelTitle || null,
    url: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
    thumbnail: (maxres ?? standard ?? high ?? medium ?? small)?.url ?? null,
    durationSec: readDuration(contentDetails.duration),
    views: statistics.viewCount ?? null,
    likes: statistics.likeCount ?? null,
  };
}

/** Seconds of an ISO 8601 duration such as `PT1M30S`; 0 for anything else. */
export function readDuration(text: string): number {
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text) ?? [];
  return (
    Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  );
}

/**
 * Only the platform and the video id are taken from the pasted link; the requested URL is ours, so no link can make the
 * server fetch something else.
 */
async function byLink(apiUrl: string, pasted: string, title: string | null): Promise<ExternalVideo> {
  const link = readVideoLink(pasted);
  if (!link) throw new ImportError('link', msg("This isn't a link to a YouTube or Twitch video."));
  const plain = {
    ...link,
    description: null,
    creator: null,
    thumbnail: null,
    durationSec: 0,
    views: null,
    likes: null,
  };
  // Twitch returns no metadata without API credentials
  if (link.platform === 'TWITCH') return { ...plain, title: title ?? `Twitch clip ${link.id}` };
  const oembed = apiUrl === GOOGLE ? 'https://www.youtube.com/oembed' : `${apiUrl}/oembed`;
  const read = Embed.safeParse(
    await getJson(`${oembed}?${new URLSearchParams({ url: link.url, format: 'json' }).toString()}`),
  );
  if (!read.success) throw unexpected();
  return {
    ...plain,
    title: title ?? read.data.title,
    creator: read.data.author_name ?? null,
    thumbnail: read.data.thumbnail_url ?? null,
  };
}

async function getJson(address: string, signal?: AbortSignal): Promise<unknown> {
  let response: Response;
  try {
    response = await requestService(address, {
      signal,
      maxBytes: MAX_BYTES,
      headers: { accept: 'application/json' },
    });
  } catch {
    throw new ImportError('unreachable', msg("Couldn't reach YouTube. Please try again in a few minutes."));
  }
  const text = await response.text();
  if (!response.ok) throw faultOf(response.status, text);
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected();
  }
}

/** YouTube's thumbnail hosts; a stand-in of the API serves its own. */
const PICTURE_HOSTS = /^https:\/\/(i\d?|img)\.(ytimg|youtube)\.com$/;

async function getPicture(apiUrl: string, address: string, signal?: AbortSignal): Promise<Buffer> {
  const origin = URL.parse(address)?.origin ?? '';
  if (!PICTURE_HOSTS.test(origin) && (apiUrl === GOOGLE || origin !== new URL(apiUrl).origin)) {
    throw new ImportError('link', msg("This picture isn't hosted by YouTube."));
  }
  const response = await requestService(address, { signal, maxBytes: MAX_BYTES });
  if (!response.ok)
    throw new ImportError(
      response.status === 404 ? 'missing' : 'unreachable',
      msg("Couldn't fetch the picture."),
    );
  return Buffer.from(await response.arrayBuffer());
}

const unexpected = () =>
  new ImportError('unreachable', msg('YouTube sent an unexpected response. Please try again later.'));

/** https://developers.google.com/youtube/v3/docs/errors */
function faultOf(status: number, body: string): ImportError {
  let reasons: string[] = [];
  try {
    const { error } = Fault.parse(JSON.parse(body));
    reasons = [...error.errors.map(({ reason }) => reason), error.status ?? ''];
  } catch {
    // oEmbed answers plain text
  }
  const has = (...names: string[]) => names.some((name) => reasons.includes(name));
  if (has('quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded') || status === 429) {
    return new ImportError(
      'quota',
      msg("YouTube's quota for today is used up. It resets at midnight Pacific time."),
    );
  }
  if (has('keyInvalid', 'badRequest', 'API_KEY_INVALID') && status === 400) {
    return new ImportError(
      'key',
      msg("YouTube doesn't recognize the key in YOUTUBE_API_KEY. Please check it."),
    );
  }
  if (status === 401 || status === 403) {
    return new ImportError(
      'forbidden',
      msg(
        'YouTube rejected the request. Check that the key can use the YouTube Data API and that the video is public.',
      ),
    );
  }
  if (status === 400 || status === 404)
    return new ImportError('missing', msg("YouTube can't find this video."));
  return new ImportError(
    'unreachable',
    msg('YouTube is having a problem. Please try again in a few minutes.'),
  );
}
