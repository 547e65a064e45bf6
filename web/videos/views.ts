import { videos } from '#contract/videos.ts';
import { call } from '#web/app/call.ts';
import { ofTab, readList } from '#web/ui/storage.ts';

const VIEWED_KEY = 'viewedVideos';
const isId = (value: unknown): value is number => typeof value === 'number';

/** Reports a view, at most once per video and browser session; the id is noted before the call goes out. */
export async function recordView(id: number): Promise<void> {
  const viewed = readList(ofTab, VIEWED_KEY, isId);
  if (viewed.includes(id)) return;
  ofTab.set(VIEWED_KEY, JSON.stringify([...viewed, id]));
  await call(videos.view, { params: { id: String(id) } }).catch(() => undefined);
}
