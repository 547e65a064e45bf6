import { t } from '@lingui/core/macro';
import { Keyboard, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ModerationAction, ReportCategory, ReportedThing } from '#contract/moderation/moderation.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Pill } from '#web/ui/lists/Badge.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { KeyList, type Keys } from '#web/ui/dialogs/KeyList.tsx';
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ActList } from './ActList.tsx';
import { WatchedTerms } from './WatchedTerms.tsx';
import { isSuspendable, ReportRow } from './ReportRow.tsx';
import { useAct, useReported, useUndo } from './moderation.queries.ts';
import { useReportKeys } from './useReportKeys.ts';

const listKeys = (): Keys => [
  ['D', t`Dismiss`],
  ['H', t`Hide`],
  ['S', t`Suspend the author`],
  ['U', t`Undo`],
  ['J', t`Next report`],
  ['K', t`Previous report`],
  ['?', t`Keyboard shortcuts`],
];

const keyOf = (report: ReportedThing): string => `${report.subjectType} ${report.subjectId}`;

/** The queue of reports and items pending review, one by one or in bulk; below it past actions and watched terms. */
export function ReportsTab() {
  const [category, setCategory] = useState<ReportCategory>();
  const reported = useReported(category);
  const decision = useDecide();
  // the last pending one may be gone
  useReportKeys((key) => {
    if (key === 'u') decision.undoLast();
    return key === 'u';
  });
  return (
    <div className="flex flex-col gap-8">
      <section aria-label={t`Reports`}>
        <div role="group" aria-label={t`Reason`} className="mb-4 flex flex-wrap gap-2">
          <Pill selected={!category} onClick={() => setCategory(undefined)}>
            {t`All`}
          </Pill>
          <Pill selected={category === 'COPYRIGHT'} onClick={() => setCategory('COPYRIGHT')}>
            {t`Copyright`}
          </Pill>
        </div>
        {reported.isPending && <Skeleton className="h-60" />}
        {reported.error && (
          <ErrorState title={t`Failed to load reports`} onRetry={() => void reported.refetch()} />
        )}
        {reported.data?.length === 0 && (
          <EmptyState
            icon={<ShieldCheck />}
            title={t`No open reports`}
            text={t`Reports and items pending review appear here.`}
          />
        )}
        {reported.data && reported.data.length > 0 && <Waiting reports={reported.data} decision={decision} />}
        <LoadMore className="mt-4 w-full" list={reported} />
      </section>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <ActList />
        <WatchedTerms />
      </div>
    </div>
  );
}

const failed = (error: Error): void => toast(t`That didn’t work`, { kind: 'bad', text: error.message });

/** Decides about some of them, and offers to take it back. Lives longer than the list, which goes with its last one. */
function useDecide() {
  const act = useAct();
  const undo = useUndo();
  const undoActs = (ids: number[]): void => {
    void (async () => {
      for (const id of ids) await undo.mutateAsync(id);
    })().catch(failed);
  };
  // the list is updated before the response arrives
  const last = useRef(Promise.resolve<number[]>([]));
  const decide = async (
    reports: ReportedThing[],
    action: ModerationAction,
    reason?: string,
  ): Promise<boolean> => {
    const subjects = reports.map(({ subjectType, subjectId }) => ({ subjectType, subjectId }));
    const before = last.current;
    const acting = act.mutateAsync({ action, reason: reason ?? null, subjects });
    last.current = acting.then(
      (answer) => answer.acts,
      () => before,
    );
    try {
      const { done, acts, skipped } = await acting;
      toast(t`${done} done`, {
        kind: skipped.length > 0 ? 'warn' : 'ok',
        text: [...new Set(skipped.map(({ why }) => why))].join(' ') || undefined,
        action: acts.length > 0 ? { label: t`Undo`, run: () => undoActs(acts) } : undefined,
      });
      return true;
    } catch (error) {
      failed(error as Error);
      return false;
    }
  };
  const undoLast = (): void => {
    void last.current.then(undoActs);
    last.current = Promise.resolve([]);
  };
  return { decide, undoLast, pending: act.isPending, error: act.error };
}

function Waiting({
  reports,
  decision: { decide, pending, error },
}: {
  reports: ReportedThing[];
  decision: ReturnType<typeof useDecide>;
}) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [index, setIndex] = useState(0);
  const [asking, setAsking] = useState<{ about: ReportedThing[]; action: ModerationAction } | null>(null);
  const [handlesKeys, setHandlesKeys] = useState(false);
  const selected = reports.filter((report) => chosen.includes(keyOf(report)));
  const current = Math.min(index, reports.length - 1);
  const run = async (about: ReportedThing[], action: ModerationAction, reason?: string): Promise<void> => {
    if (!(await decide(about, action, reason))) return;
    setChosen([]);
    setAsking(null);
  };
  const act = (about: ReportedThing[], action: ModerationAction): void => {
    if (about.length === 0 || pending) return;
    if (action === 'SUSPEND' || (action === 'HIDE' && about.some(isTakedown))) setAsking({ about, action });
    else void run(about, action);
  };
  useReportKeys((key) => {
    const here = reports.slice(current, current + 1);
    if (key === 'd') act(here, 'DISMISS');
    else if (key === 'h') act(here, 'HIDE');
    else if (key === 's') act(here.filter(isSuspendable), 'SUSPEND');
    else if (key === 'j') setIndex(Math.min(reports.length - 1, current + 1));
    else if (key === 'k') setIndex(Math.max(0, current - 1));
    else if (key === '?') setHandlesKeys(true);
    else return false;
    return true;
  });
  return (
    <>
      <Bulk
        all={selected.length === reports.length}
        none={selected.length === 0}
        pending={pending}
        onAll={(yes) => setChosen(yes ? reports.map(keyOf) : [])}
        onAct={(action) => act(selected, action)}
        onKeys={() => setHandlesKeys(true)}
      />
      {handlesKeys && <KeyList keys={listKeys()} onClose={() => setHandlesKeys(false)} />}
      {asking && (
        <ReasonDialog
          {...questionOf(asking)}
          pending={pending}
          error={error?.message}
          onClose={() => setAsking(null)}
          onReason={(reason) => void run(asking.about, asking.action, reason)}
        />
      )}
      <ul className="space-y-3">
        {reports.map((report, nth) => (
          <ReportRow
            key={keyOf(report)}
            report={report}
            current={nth === current}
            pending={pending}
            chosen={chosen.includes(keyOf(report))}
            onChoose={(yes) =>
              setChosen(yes ? [...chosen, keyOf(report)] : chosen.filter((key) => key !== keyOf(report)))
            }
            onAct={(action) => act([report], action)}
          />
        ))}
      </ul>
    </>
  );
}

/** Its uploader gets an email. */
const isTakedown = ({ subjectType, category }: ReportedThing): boolean =>
  subjectType === 'VIDEO' && category === 'COPYRIGHT';

function questionOf({ about, action }: { about: ReportedThing[]; action: ModerationAction }) {
  return action === 'SUSPEND'
    ? {
        title: about.length === 1 ? t`Suspend the author` : t`Suspend the authors`,
        text: t`Their sessions end immediately and the reported content is hidden. You can undo this for 30 days.`,
        action: t`Suspend`,
      }
    : {
        title: t`Take down for copyright`,
        text: t`The uploader gets your reason and how to answer, but not who reported it. You can undo this for 30 days.`,
        action: t`Take down`,
      };
}

/** For several at once. */
function Bulk({
  all,
  none,
  pending,
  onAll,
  onAct,
  onKeys,
}: {
  all: boolean;
  none: boolean;
  pending: boolean;
  onAll: (yes: boolean) => void;
  onAct: (action: ModerationAction) => void;
  onKeys: () => void;
}) {
  return (
    <div className="sticky top-14 z-10 mb-3 flex min-h-13 flex-wrap items-center gap-2 bg-paper py-2">
      <label className="me-auto flex items-center gap-2.5 ps-4 text-sm font-semibold sm:ps-5">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={all}
          onChange={(event) => onAll(event.target.checked)}
        />
        {t`Select all`}
      </label>
      {none ? (
        <span className="pointer-coarse:hidden">
          <IconButton small label={t`Keyboard shortcuts`} onClick={onKeys}>
            <Keyboard />
          </IconButton>
        </span>
      ) : (
        <>
          <Button size="sm" pending={pending} onClick={() => onAct('DISMISS')}>
            {t`Dismiss`}
          </Button>
          <Button size="sm" pending={pending} onClick={() => onAct('HIDE')}>
            {t`Hide`}
          </Button>
          <Button size="sm" variant="danger" pending={pending} onClick={() => onAct('SUSPEND')}>
            {t`Suspend author`}
          </Button>
        </>
      )}
    </div>
  );
}
