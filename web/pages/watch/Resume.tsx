import { t } from '@lingui/core/macro';
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { isUnfinished, useWatched } from '#web/app/watched.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { moveTo, playFrom } from '#web/videos/seek.ts';

const OFFERED_MS = 10_000;

/** Continues a video where the viewer left it, and offers for a moment to start over. */
export function Resume({ video, stage }: { video: Video; stage: RefObject<HTMLElement | null> }) {
  const watched = useWatched(video.id);
  // the position before this visit
  const [left, setLeft] = useState(watched);
  if (left === undefined && watched !== undefined) setLeft(watched);
  const [isOver, setOver] = useState(false);
  const from = left !== undefined && isUnfinished(video, left) ? left : null;
  useEffect(() => {
    if (from === null) return undefined;
    // unless it has played on in the meantime
    moveTo(stage.current, from);
    const timer = setTimeout(() => setOver(true), OFFERED_MS);
    return () => clearTimeout(timer);
  }, [from, stage]);
  if (from === null || isOver) return null;
  const startOver = (): void => {
    // another platform's player starts again
    if (!moveTo(stage.current, 0, true)) playFrom(stage.current, 0);
    setOver(true);
  };
  return (
    <Button size="sm" className="absolute end-3 top-3 z-10 animate-appear" onClick={startOver}>
      <RotateCcw aria-hidden="true" />
      {t`Start over`}
    </Button>
  );
}
