import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import type { CuratedVideo } from '#contract/curation.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { useFeatured, useOrderFeatured } from './curation.queries.ts';

/** The featured videos; their order is changed by dragging or with the buttons. */
export function FeaturedOrder() {
  const { data } = useFeatured();
  const order = useOrderFeatured();
  const [dragged, setDragged] = useState<number | null>(null);
  if (data?.length === 0) return <p className="text-ink-soft">None is featured.</p>;
  // while it is being sent, the new order is shown
  const videos = order.isPending ? inOrder(data ?? [], order.variables) : (data ?? []);
  const move = (id: number, to: number) => {
    const rest = videos.map((video) => video.id).filter((each) => each !== id);
    order.mutate([...rest.slice(0, to), id, ...rest.slice(to)]);
  };
  return (
    <ol aria-label="Featured videos" className="grid grid-cols-1 gap-1">
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
          <GripVertical aria-hidden="true" className="size-4 shrink-0 cursor-grab text-ink-soft" />
          <span className="min-w-0 flex-1 truncate">{video.title}</span>
          <IconButton
            small
            label={`Move up: ${video.title}`}
            disabled={at === 0}
            onClick={() => move(video.id, at - 1)}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            small
            label={`Move down: ${video.title}`}
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
