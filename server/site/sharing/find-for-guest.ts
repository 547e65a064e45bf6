import type { VideoDetails } from '#contract/videos/videos.ts';
import type { Route } from '#server/app/http/handle.ts';

/** A video as everybody gets it who has the address; null: there is none for them. */
export async function findForGuest({ app }: Route, id: number | string): Promise<VideoDetails | null> {
  const answer = await app.inject({ method: 'GET', url: `/api/videos/${id}` });
  if (answer.statusCode === 200) return answer.json<VideoDetails>();
  if (answer.statusCode >= 400 && answer.statusCode < 500) return null;
  throw new Error(`A clip that is to be shown elsewhere was answered with ${answer.statusCode}.`);
}
