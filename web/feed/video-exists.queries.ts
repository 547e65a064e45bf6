import { videos, type Video } from '#contract/videos/videos.ts';
import { ApiError, call } from '#web/app/client/call.ts';

/** The current video; null: it doesn't exist any more; undefined: the server can't be reached. */
export async function findNow(id: number): Promise<Video | null | undefined> {
  try {
    return await call(videos.get, { params: { id: String(id) } });
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? null : undefined;
  }
}
