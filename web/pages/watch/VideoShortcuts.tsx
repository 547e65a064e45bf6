import type { Video } from '#contract/videos/videos.ts';
import { paths } from '#web/app/paths.ts';
import { usePlaying } from '#web/lists/playing.ts';
import { usePageKeys } from '#web/ui/player/useControls.ts';
import { useNavigate } from 'react-router';
import { useWatchNext } from '#web/videos/videos.queries.ts';
import { useEffect } from 'react';

/** The videos watched since this document was loaded, and the current one. */
const watched: number[] = [];
let at = -1;

function markVisited(id: number): void {
  if (watched[at] === id) return;
  at += 1;
  watched.splice(at, watched.length, id);
}

/** Shift+N goes to the next video, Shift+P to the previous one. */
export function VideoShortcuts({ video }: { video: Video }) {
  const playing = usePlaying(video);
  const [other] = useWatchNext(video).data ?? [];
  const next = playing?.next ?? other;
  const navigate = useNavigate();
  useEffect(() => markVisited(video.id), [video.id]);
  const go = (id: number | undefined, by: number): boolean => {
    if (id === undefined) return false;
    if (watched[at + by] === id) at += by;
    void navigate(playing && id === playing.next?.id ? playing.pathOf(id) : paths.video(id));
    return true;
  };
  usePageKeys(true, ({ key, repeat }) => {
    if (repeat) return false;
    if (key === 'N') return go(watched[at + 1] ?? next?.id, 1);
    return key === 'P' && go(watched[at - 1], -1);
  });
  return null;
}
