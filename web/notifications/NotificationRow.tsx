import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import { backend } from '#web/app/client/backend.ts';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';
import type { NotificationRun } from './collapse.rules.ts';
import { KINDS } from './kinds.ts';
import { useMarkRead } from './notifications.queries.ts';

/** What happened, as a link to it; read once it is followed or ticked off. */
export function NotificationRow({ run, onOpen }: { run: NotificationRun; onOpen?: () => void }) {
  const read = useMarkRead();
  const [latest] = run;
  const { many, Icon } = KINDS[latest.kind];
  const several = run.length > 1 ? many : undefined;
  const actor = several ? undefined : latest.actors[0];
  const isNew = latest.readAt === null;
  const markRead = () => read.mutate(run.map(({ id }) => id));
  return (
    <li
      className={classes(
        'relative flex items-start gap-3 px-4 py-3.5 transition-colors duration-150 hover:bg-raised',
        isNew && 'bg-accent-soft/40',
      )}
    >
      {actor ? (
        <Avatar src={backend(actor.profileImageUrl)} size="md" />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-raised text-ink-soft">
          <Icon aria-hidden="true" className="size-5" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Link
          to={several?.href?.() ?? latest.href}
          onClick={() => {
            if (isNew) markRead();
            onOpen?.();
          }}
          className={classes('after:absolute after:inset-0', isNew ? 'font-semibold' : '')}
        >
          {/* a sentence in the page's language, even if it starts with a name in another */}
          <span className="wrap-anywhere">{several?.title(run.length) ?? latest.title}</span>
        </Link>
        {!several && latest.excerpt && (
          <p className="mt-0.5 line-clamp-2 wrap-anywhere text-sm text-ink-soft">
            <bdi>{latest.excerpt}</bdi>
          </p>
        )}
        <p className="mt-1 text-sm text-ink-soft">
          <Time at={latest.createdAt} />
        </p>
      </div>
      {isNew && (
        <IconButton label={t`Mark as read`} className="relative -my-1 -me-2" onClick={markRead}>
          <Check />
        </IconButton>
      )}
    </li>
  );
}
