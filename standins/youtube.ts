import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** A video of the stand-in. */
export interface YoutubeVideo {
  id: string;
  title: string;
  channel: string;
  seconds: number;
  /** Left out of the answer when null, as YouTube does for hidden counts. */
  views: number | null;
  likes: number | null;
  /** Returned by oEmbed; by default at YouTube's usual URL. */
  thumbnail?: string;
  /** Answered as it is, in place of the facts above. */
  odd?: unknown;
}

export type YoutubeFailure =
  | 'quotaExceeded'
  | 'keyInvalid'
  | 'forbidden'
  | 'broken'
  | 'garbage'
  | 'hang-up'
  /** Redirects elsewhere, as a compromised platform might: `/inner` of the stand-in. */
  | 'redirect';

/**
 * Speaks the parts of the YouTube Data API v3 that imports use: search.list in pages, videos.list, their errors as
 * https://developers.google.com/youtube/v3/docs/errors has them, and oEmbed.
 */
export interface YoutubeStandIn {
  url: string;
  videos: YoutubeVideo[];
  /** The failure to simulate from now on; null: none. */
  failure: YoutubeFailure | null;
  /** Answers that go well before `failure` begins. */
  goodAnswers: number;
  /** Requests so far, by path and query. */
  requests: string[];
  close(): Promise<void>;
}

const KEY = 'test-key';
const PAGE = 50;

export async function startYoutube({
  videos = makeVideos(120),
  pageSize = PAGE,
}: { videos?: YoutubeVideo[]; pageSize?: number } = {}): Promise<YoutubeStandIn> {
  const standIn: Omit<YoutubeStandIn, 'url' | 'close'> = {
    videos,
    failure: null,
    goodAnswers: 0,
    requests: [],
  };
  const picture = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#e87722' } })
    .png()
    .toBuffer();
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', `http://${request.headers.host}`);
    standIn.requests.push(`${address.pathname}${address.search}`);
    const send = (status: number, body: unknown) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const isPicture = address.pathname.startsWith('/vi/');
    const failure = standIn.goodAnswers > 0 && !isPicture ? null : standIn.failure;
    if (standIn.goodAnswers > 0 && !isPicture) standIn.goodAnswers -= 1;
    if (failure === 'hang-up') return void response.destroy();
    if (failure === 'garbage') return send(200, '<html>not json');
    if (failure === 'redirect') return void response.writeHead(302, { location: '/inner' }).end();
    if (isPicture) return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    if (failure) return send(...faultOf(failure));
    if (address.pathname === '/oembed') return send(...embed(standIn.videos, address));
    if (address.searchParams.get('key') !== KEY) return send(...faultOf('keyInvalid'));
    if (address.pathname === '/youtube/v3/search')
      return send(200, search(standIn.videos, address, pageSize));
    if (address.pathname === '/youtube/v3/videos') return send(200, lookUp(standIn.videos, address));
    return send(404, {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(standIn, {
    url,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
}

export function makeVideos(count: number): YoutubeVideo[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `clip-${String(n).padStart(6, '0')}`,
    title: `External clip ${n + 1}`,
    channel: `Channel ${(n % 7) + 1}`,
    seconds: 30 + (n % 90),
    views: n % 10 === 9 ? null : 1000 * (n + 1),
    likes: n % 10 === 9 ? null : 10 * (n + 1),
  }));
}

function search(videos: YoutubeVideo[], address: URL, pageSize: number) {
  const start = Number(address.searchParams.get('pageToken') ?? 0);
  const size = Math.min(pageSize, Number(address.searchParams.get('maxResults') ?? 5));
  const items = videos
    .slice(start, start + size)
    .map(({ id }) => ({ kind: 'youtube#searchResult', id: { kind: 'youtube#video', videoId: id } }));
  const next = start + size < videos.length ? { nextPageToken: String(start + size) } : {};
  return {
    kind: 'youtube#searchListResponse',
    ...next,
    pageInfo: { totalResults: videos.length, resultsPerPage: size },
    items,
  };
}

function lookUp(videos: YoutubeVideo[], address: URL) {
  const ids = address.searchParams.get('id')?.split(',') ?? [];
  const items = ids.flatMap((id) => {
    const video = videos.find((each) => each.id === id);
    if (!video) return [];
    if (video.odd !== undefined) return [video.odd];
    const { title, channel, seconds, views, likes } = video;
    return [
      {
        kind: 'youtube#video',
        id,
        snippet: {
          title,
          description: `About ${title}`,
          channelTitle: channel,
          thumbnails: {
            default: { url: `${address.origin}/vi/${id}/default.png` },
            high: { url: `${address.origin}/vi/${id}/hqdefault.png` },
          },
        },
        contentDetails: {
          duration: `PT${seconds >= 60 ? `${Math.floor(seconds / 60)}M` : ''}${seconds % 60}S`,
        },
        statistics: {
          ...(views === null ? {} : { viewCount: String(views) }),
          ...(likes === null ? {} : { likeCount: String(likes) }),
        },
      },
    ];
  });
  return { kind: 'youtube#videoListResponse', items };
}

function embed(videos: YoutubeVideo[], address: URL): [number, unknown] {
  const id = URL.parse(address.searchParams.get('url') ?? '')?.searchParams.get('v');
  const video = videos.find((each) => each.id === id);
  if (!video) return [404, 'Not Found'];
  return [
    200,
    {
      title: video.title,
      author_name: video.channel,
      provider_name: 'YouTube',
      thumbnail_url: video.thumbnail ?? `https://i.ytimg.com/vi/${video.id}/hqdefault.jpg`,
    },
  ];
}

function faultOf(failure: Exclude<YoutubeFailure, 'garbage' | 'hang-up' | 'redirect'>): [number, unknown] {
  if (failure === 'broken')
    return [500, { error: { code: 500, message: 'Backend Error', errors: [{ reason: 'backendError' }] } }];
  const status = failure === 'keyInvalid' ? 400 : 403;
  return [
    status,
    {
      error: {
        code: status,
        message: failure,
        errors: [{ domain: 'usageLimits', reason: failure, message: failure }],
      },
    },
  ];
}
