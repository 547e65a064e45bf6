import { videos, type Video } from '#contract/videos/videos.ts';
import { ApiError, call } from '#web/app/client/call.ts';

/** A video as it is now; null: it isn't there any more; undefined: nobody can be asked. */
export async function findNow(id: number): Promise<Video | null | undefined> {
  try {
    return await call(videos.get, { params: { id: String(id) } });
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? null : undefined;
  }
}
