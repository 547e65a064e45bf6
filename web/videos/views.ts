import { videos } from '#contract/videos.ts';
import { call } from '#web/app/call.ts';

const VIEWED_KEY = 'viewedVideos';

/** Reports a view, at most once per video and browser session; the id is noted before the call goes out. */
export async function recordView(id: number): Promise<void> {
  const viewed = readViewed();
  if (viewed.includes(id)) return;
  sessionStorage.setItem(VIEWED_KEY, JSON.stringify([...viewed, id]));
  await call(videos.view, { params: { id: String(id) } }).catch(() => undefined);
}

function readViewed(): number[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(VIEWED_KEY) ?? '[]');
    return Array.isArray(list) ? list.map(Number) : [];
  } catch {
    return [];
  }
}
