import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#web/ui/router.tsx';
import { DELETED_USER } from '#contract/values.ts';
import type { ModerationAction, ReportedThing } from '#contract/moderation.ts';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ActList } from './ActList.tsx';
import { WatchedWords } from './WatchedWords.tsx';
import { useAct, useReported } from './moderation.queries.ts';

const LINK = 'text-accent-text underline underline-offset-4';
const NAMES = { VIDEO: 'Video', COMMENT: 'Comment', POST: 'Post' } as const;
const keyOf = (thing: ReportedThing): string => `${thing.subjectType} ${thing.subjectId}`;

/** What was reported or held back, to be decided one by one or in bulk; under it what was done, and the watched words. */
export function ReportsTab() {
  const reported = useReported();
  return (
    <div className="flex flex-col gap-8">
      <section aria-label="Reports">
        {reported.isPending && <Skeleton className="h-60" />}
        {reported.error && (
          <ErrorState
            title="Failed to load reports"
            onRetry={() => {
              void reported.refetch();
            }}
          />
        )}
        {reported.data?.length === 0 && (
          <EmptyState
            icon={<ShieldCheck />}
            title="No open reports"
            text="Reports and held posts appear here."
          />
        )}
        {reported.data && reported.data.length > 0 && <Waiting things={reported.data} />}
        <LoadMore className="mt-4 w-full" list={reported} />
      </section>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <ActList />
        <WatchedWords />
      </div>
    </div>
  );
}

function Waiting({ things }: { things: ReportedThing[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const act = useAct();
  const selected = things.filter((thing) => chosen.includes(keyOf(thing)));
  const [suspending, setSuspending] = useState(false);
  const run = (action: ModerationAction, reason: string | null = null): void => {
    const subjects = selected.map(({ subjectType, subjectId }) => ({ subjectType, subjectId }));
    // not by callbacks of `mutate`: after the last ones this list is gone, and they with it
    void act.mutateAsync({ action, reason, subjects }).then(
      ({ done, skipped }) => {
        setChosen([]);
        setSuspending(false);
        toast(`${done} done`, {
          kind: skipped.length > 0 ? 'warn' : 'ok',
          text: [...new Set(skipped.map(({ why }) => why))].join(' ') || undefined,
        });
      },
      (error: Error) => toast('That did not work', { kind: 'bad', text: error.message }),
    );
  };
  const none = selected.length === 0;
  return (
    <>
      <div className="sticky top-14 z-10 mb-4 flex flex-wrap items-center gap-2 bg-paper py-2">
        <label className="flex items-center gap-2.5 text-sm font-semibold max-sm:w-full sm:mr-auto">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={selected.length === things.length}
            onChange={(event) => setChosen(event.target.checked ? things.map(keyOf) : [])}
          />
          Select all
        </label>
        <Button size="sm" disabled={none} pending={act.isPending} onClick={() => run('DISMISS')}>
          Dismiss
        </Button>
        <Button size="sm" disabled={none} pending={act.isPending} onClick={() => run('HIDE')}>
          Hide
        </Button>
        <Button
          size="sm"
          variant="danger"
          disabled={none}
          pending={act.isPending}
          onClick={() => setSuspending(true)}
        >
          Suspend author
        </Button>
      </div>
      {suspending && (
        <ReasonDialog
          title="Suspend the authors"
          text="Their sessions end at once, and what was reported is hidden. You can undo this for 30 days."
          action="Suspend"
          pending={act.isPending}
          error={act.error?.message}
          onClose={() => setSuspending(false)}
          onReason={(reason) => run('SUSPEND', reason)}
        />
      )}
      <ul className="space-y-3">
        {things.map((thing) => (
          <Row
            key={keyOf(thing)}
            thing={thing}
            chosen={chosen.includes(keyOf(thing))}
            onChoose={(yes) =>
              setChosen(yes ? [...chosen, keyOf(thing)] : chosen.filter((key) => key !== keyOf(thing)))
            }
          />
        ))}
      </ul>
    </>
  );
}

function Row({
  thing,
  chosen,
  onChoose,
}: {
  thing: ReportedThing;
  chosen: boolean;
  onChoose: (yes: boolean) => void;
}) {
  return (
    <Card as="li">
      <div className="flex gap-4">
        <input
          type="checkbox"
          aria-label={`Select ${NAMES[thing.subjectType].toLowerCase()} ${thing.subjectId}`}
          className="mt-1 size-5 shrink-0 accent-accent"
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Badge>{NAMES[thing.subjectType]}</Badge>
            {thing.held && <Badge>Held back</Badge>}
            <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
              {`${thing.authorUsername ?? DELETED_USER}${thing.isGuest ? ' (guest)' : ''}`}
            </span>
            <span className="text-ink-soft">
              <span>{`${thing.count} ${thing.count === 1 ? 'report' : 'reports'}, first`}</span>{' '}
              <Time at={thing.firstReportedAt} />
            </span>
            {thing.videoId !== null && (
              <Link to={paths.video(thing.videoId)} className={LINK}>
                Open the video
              </Link>
            )}
            {thing.subjectType === 'POST' && (
              <Link to={paths.post(thing.subjectId)} className={LINK}>
                Open the post
              </Link>
            )}
          </p>
          <p dir="auto" className="mt-2 break-words whitespace-pre-line [overflow-wrap:anywhere]">
            {thing.excerpt}
          </p>
          <ul className="mt-2 list-disc pl-5 text-sm break-words text-ink-soft">
            {thing.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
