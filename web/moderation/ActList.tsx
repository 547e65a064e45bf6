import { t } from '@lingui/core/macro';
import type { ModerationAct } from '#contract/moderation.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from '#web/ui/router.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useActs, useUndo } from './moderation.queries.ts';

const DONE = { HIDE: 'hid', DISMISS: 'dismissed', SUSPEND: 'suspended the author of' } as const;

/** As people call it, and a link to it while it is there. */
function Thing({ act: { subjectType, subjectId, videoId, excerpt } }: { act: ModerationAct }) {
  const words = `a ${subjectType.toLowerCase()}`;
  if (excerpt === null) return words;
  if (subjectType !== 'POST' && videoId === null) return words;
  return (
    <Link
      to={videoId === null ? paths.post(subjectId) : paths.video(videoId)}
      className="text-accent-text underline underline-offset-4"
    >
      {words}
    </Link>
  );
}

/** What moderators did in the last 30 days, each to be taken back. */
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
                  {act.actor ?? t`somebody`}
                </span>{' '}
                <span>{DONE[act.action]}</span> <Thing act={act} />{' '}
                <Time at={act.createdAt} className="text-ink-soft" />
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
                    onError: (error) => toast(t`That did not work`, { kind: 'bad', text: error.message }),
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
