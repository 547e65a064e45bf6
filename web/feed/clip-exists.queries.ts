import { videos } from '#contract/videos.ts';
import { ApiError, call } from '#web/app/call.ts';

/** Whether a clip is still there; where nobody can be asked, it is. */
export async function clipExists(id: number): Promise<boolean> {
  try {
    await call(videos.get, { params: { id: String(id) } });
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.status === 404);
  }
}
