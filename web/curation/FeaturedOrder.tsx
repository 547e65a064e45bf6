import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CuratedVideo } from '#contract/curation.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { useFeatured, useOrderFeatured } from './curation.queries.ts';

/** The featured videos; their order is changed by dragging, with the buttons, or on a row's handle with the arrow keys. */
export function FeaturedOrder() {
  const { data } = useFeatured();
  const order = useOrderFeatured();
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string | null>(null);
  // a row that is moved in the page, or a button that is disabled at an end, loses the focus
  useEffect(() => {
    const name = focused.current;
    focused.current = null;
    if (name !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-handle="${name}"]`)?.focus();
  });
  if (data?.length === 0) return <p className="text-ink-soft">{t`No videos are featured.`}</p>;
  // while it is being sent, the new order is shown
  const videos = order.isPending ? inOrder(data ?? [], order.variables) : (data ?? []);
  const move = (id: number, to: number) => {
    if (to < 0 || to >= videos.length) return;
    focused.current = String(id);
    const rest = videos.map((video) => video.id).filter((each) => each !== id);
    order.mutate([...rest.slice(0, to), id, ...rest.slice(to)]);
  };
  return (
    <ol ref={list} aria-label={t`Featured videos`} className="grid grid-cols-1 gap-1">
      {videos.map((video, at) => (
        <li
          key={video.id}
          draggable
          onDragStart={() => setDragged(video.id)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => {
            if (dragged !== null && dragged !== video.id) move(dragged, at);
          }}
          className={classes(
            'flex items-center gap-1 rounded-control bg-surface',
            dragged === video.id && 'opacity-50',
          )}
        >
          <button
            type="button"
            data-handle={video.id}
            aria-label={t`Place ${at + 1} of ${videos.length}: ${video.title}`}
            aria-keyshortcuts="ArrowUp ArrowDown Home End"
            title={t`Drag, or use the arrow keys`}
            onKeyDown={(event) => {
              const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: videos.length - 1 }[event.key];
              if (to === undefined) return;
              event.preventDefault();
              move(video.id, to);
            }}
            className="grid size-9 shrink-0 cursor-grab place-items-center rounded-control text-ink-soft hover:bg-raised"
          >
            <GripVertical aria-hidden="true" className="size-4" />
          </button>
          <span dir="auto" className="min-w-0 flex-1 line-clamp-2 break-words">
            {video.title}
          </span>
          <IconButton
            small
            label={t`Move up: ${video.title}`}
            disabled={at === 0}
            onClick={() => move(video.id, at - 1)}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            small
            label={t`Move down: ${video.title}`}
            disabled={at === videos.length - 1}
            onClick={() => move(video.id, at + 1)}
          >
            <ArrowDown />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}

function inOrder(videos: CuratedVideo[], ids: number[]): CuratedVideo[] {
  return videos.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
