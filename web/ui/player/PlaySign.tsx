import type { LucideIcon } from 'lucide-react';
import { Play } from 'lucide-react';
import { classes } from '../classes.ts';

/** Over the picture: press to play, or again. A press goes through it to the picture. */
export function PlaySign({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center text-on-scrim">
      <span className="grid size-14 animate-appear place-items-center rounded-pill bg-scrim @lg:size-18">
        <Icon
          aria-hidden="true"
          className={classes('size-6 @lg:size-8', Icon === Play && 'translate-x-0.5 fill-current')}
        />
      </span>
    </div>
  );
}
