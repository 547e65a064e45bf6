import { t } from '@lingui/core/macro';
import type { ModerationAct } from '#contract/moderation/moderation.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useActs, useUndo } from './moderation.queries.ts';

/** A moderation action, after the moderator's name. */
function doneTo({ action, subjectType }: ModerationAct): string {
  const done: Record<typeof action, Record<typeof subjectType, string>> = {
    HIDE: { VIDEO: t`hid a video`, COMMENT: t`hid a comment`, POST: t`hid a post` },
    DISMISS: {
      VIDEO: t`dismissed a report on a video`,
      COMMENT: t`dismissed a report on a comment`,
      POST: t`dismissed a report on a post`,
    },
    SUSPEND: {
      VIDEO: t`suspended the author of a video`,
      COMMENT: t`suspended the author of a comment`,
      POST: t`suspended the author of a post`,
    },
  };
  return done[action][subjectType];
}

/** As people call it, and a link to it while it is there. */
function ActSubject({ act }: { act: ModerationAct }) {
  const { subjectType, subjectId, videoId, excerpt } = act;
  const action = doneTo(act);
  if (excerpt === null) return action;
  if (subjectType !== 'POST' && videoId === null) return action;
  return (
    <Link
      to={videoId === null ? paths.post(subjectId) : paths.video(videoId)}
      className="text-accent-text underline underline-offset-4"
    >
      {action}
    </Link>
  );
}

/** Moderators' actions of the last 30 days, each with an undo. */
export function ActList() {
  const acts = useActs();
  const undo = useUndo();
  return (
    <Card title={t`Moderation log`}>
      {acts.isPending && <Skeleton className="h-24" />}
      {acts.data?.length === 0 && <p className="text-ink-soft">{t`Nothing in the last 30 days.`}</p>}
      <ul className="divide-y divide-line">
        {acts.data?.map((act) => (
          <li key={act.id} className="flex items-center gap-3 py-3 text-sm">
            <div className="min-w-0 flex-1">
              <p>
                <span dir="auto" className="font-semibold">
                  {act.actor ?? t`Someone`}
                </span>{' '}
                <ActSubject act={act} /> <Time at={act.createdAt} className="text-ink-soft" />
              </p>
              {act.excerpt && (
                <p dir="auto" className="truncate text-ink-soft">
                  {act.excerpt}
                </p>
              )}
            </div>
            {act.undoable ? (
              <Button
                size="sm"
                disabled={undo.isPending}
                onClick={() =>
                  undo.mutate(act.id, {
                    onError: (error) => toast(t`That didn’t work`, { kind: 'bad', text: error.message }),
                  })
                }
              >
                {t`Undo`}
              </Button>
            ) : (
              <span className="text-ink-soft">{t`Undone`}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
