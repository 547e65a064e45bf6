import { t } from '@lingui/core/macro';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { classes } from '../classes.ts';
import { tryAgain } from '../try-again.ts';

/** A placeholder for content; appears after 150 ms, so that it never flashes on quick responses. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={classes('animate-late rounded-control', className)}>
      <div className="size-full animate-shimmer rounded-[inherit] bg-raised" />
    </div>
  );
}

interface StateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** It is all there is on the page: its title is the page's heading. */
  whole?: boolean;
  className?: string;
}

export function EmptyState({ title, text, icon, action, whole = false, className }: StateProps) {
  const Heading = whole ? 'h1' : 'h2';
  return (
    <div
      className={classes(
        'mx-auto flex max-w-md wrap-anywhere animate-appear flex-col items-center gap-3 px-4 py-14 text-center',
        whole && 'min-h-[60dvh] justify-center',
        className,
      )}
    >
      {icon && (
        <div
          aria-hidden="true"
          className="mb-1 grid size-20 place-items-center rounded-pill bg-accent-soft text-accent-text [&_svg]:size-9"
        >
          {icon}
        </div>
      )}
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="text-ink-soft">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** Shows an error in place, with an action. */
export function ErrorState({
  title,
  text = tryAgain(),
  onRetry,
  whole,
  className,
  retry = t`Try Again`,
}: {
  title: string;
  text?: ReactNode;
  onRetry?: () => void;
  whole?: boolean;
  className?: string;
  retry?: string;
}) {
  return (
    <div role="alert">
      <EmptyState
        whole={whole}
        className={className}
        title={title}
        text={text}
        icon={<CloudOff />}
        action={onRetry && <Button onClick={onRetry}>{retry}</Button>}
      />
    </div>
  );
}
