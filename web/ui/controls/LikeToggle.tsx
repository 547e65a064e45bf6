import { t } from '@lingui/core/macro';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { classes } from '../classes.ts';

interface Like {
  isPending: boolean;
  mutate(input: undefined, then: { onSuccess: (answer: { liked: boolean }) => void }): void;
}

/** A heart that flips at once and stays so; disabled while the call is under way. */
export function LikeToggle({
  like,
  before,
  quiet = false,
  className,
  children,
}: {
  like: Like;
  /** Whether the person likes it, as far as is known. */
  before: boolean;
  /** In softer ink while not liked. */
  quiet?: boolean;
  className: string;
  /** The count beside the heart. */
  children?: string;
}) {
  const [flipped, setFlipped] = useState<boolean | null>(null);
  const liked = flipped ?? before;
  const press = (event: MouseEvent): void => {
    event.stopPropagation();
    setFlipped(!liked);
    like.mutate(undefined, { onSuccess: (answer) => setFlipped(answer.liked) });
  };
  return (
    <button
      type="button"
      aria-label={t`Like`}
      aria-pressed={liked}
      disabled={like.isPending}
      title={children ? t`Likes: ${children}` : liked ? t`Unlike` : t`Like`}
      onClick={press}
      className={classes(
        'touch-target inline-flex shrink-0 items-center justify-center rounded-pill transition duration-150 ease-out hover:bg-raised active:scale-95',
        className,
        liked ? 'text-accent-text' : quiet && 'text-ink-soft',
      )}
    >
      <Heart
        aria-hidden="true"
        className={classes('size-[1.25em]', liked && 'animate-pop fill-accent stroke-accent')}
      />
      {children && (
        // drawn by the style: the button's name is its whole label (WCAG 2.5.3), the count its description
        <span data-count={children} className="numbers relative before:content-[attr(data-count)]">
          <span className="sr-only">{children}</span>
        </span>
      )}
    </button>
  );
}
