import { useQuery } from '@tanstack/react-query';
import { playlists } from '#contract/lists/playlists.ts';
import type { Video, VideoDetails } from '#contract/videos/videos.ts';
import { call } from '#web/app/client/call.ts';
import { paths } from '#web/app/paths.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { useSearchParams } from 'react-router';
import { useSeriesPosition } from './lists.queries.ts';

/** A list that is being played through, as the watch page needs it. */
export interface Playing {
  kind: 'playlist' | 'series';
  title: string;
  to: string;
  /** Of the open video, from 0. */
  position: number;
  count: number;
  next: Video | null;
  pathOf: (id: number) => string;
}

/** The open video's place and the one after it; null: it isn't in this playlist. */
async function readAround(id: number, videoId: number) {
  const query = { start: String(videoId), limit: '2' };
  const { title, count, items } = await call(playlists.get, { params: { id: String(id) }, query });
  const [open, next = null] = items;
  return open?.id === videoId ? { title, count, position: open.position, next } : null;
}

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The playlist in the URL, else the video's own series; null: neither. */
export function usePlaying(
  video: Pick<Video, 'id'> & Partial<Pick<VideoDetails, 'seriesId'>>,
): Playing | null {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const id = idIn(search.get('playlist'));
  const playlist = useQuery({
    queryKey: ['playlists', 'around', id, video.id],
    queryFn: () => readAround(id ?? 0, video.id),
    enabled: hydrated && id !== null,
    retry: false,
  });
  const series = useSeriesPosition(video.id, hydrated && id === null && typeof video.seriesId === 'number');
  if (id !== null && playlist.data)
    return {
      ...playlist.data,
      kind: 'playlist',
      to: paths.playlist(id),
      pathOf: (videoId) => paths.inPlaylist(videoId, id),
    };
  if (id !== null || !series.data) return null;
  return {
    ...series.data,
    kind: 'series',
    to: paths.series(series.data.id),
    pathOf: (videoId) => paths.video(videoId),
  };
}
