import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { JOB_STATES } from '#contract/admin/admin.ts';
import type { AdminJob, JobState } from '#contract/admin/admin.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Toolbar, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { formatCount, formatExact, formatUntil } from '#web/ui/format.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useJobAction, useJobs } from './admin.queries.ts';
import { describeJob } from './labels.ts';

const TONES: Record<JobState, BadgeTone> = {
  queued: 'info',
  running: 'accent',
  failed: 'bad',
  cancelled: 'plain',
  done: 'ok',
};

const states = (): Record<JobState, string> => ({
  queued: t({ message: 'queued', context: 'a job' }),
  running: t({ message: 'running', context: 'a job' }),
  failed: t({ message: 'failed', context: 'a job' }),
  cancelled: t({ message: 'cancelled', context: 'a job' }),
  done: t({ message: 'done', context: 'a job' }),
});

/** Jobs with the same description. */
interface Row {
  /** The latest. */
  job: AdminJob;
  jobs: AdminJob[];
}

const listParts = (): { title: string; states: JobState[] }[] => [
  { title: t`Needs attention`, states: ['failed'] },
  { title: t`Running and waiting`, states: ['running', 'queued'] },
  { title: t`Finished`, states: ['done', 'cancelled'] },
];

/** Running jobs differ by their progress. */
const kindOf = ({ id, queue, state, reason }: AdminJob): string =>
  state === 'running' ? id : [queue, state, reason].join('\n');

/** Groups jobs of the same work, state and reason into one row, except for the kinds in `open`. */
function group(jobs: AdminJob[], open: string[]): Row[] {
  return [...Map.groupBy(jobs, kindOf)].flatMap(([kind, same]) => {
    const rows = open.includes(kind) ? same.map((job) => [job]) : [same];
    return rows.flatMap(([job, ...more]) => (job ? [{ job, jobs: [job, ...more] }] : []));
  });
}

/** The dashboard's tab Jobs: background work. */
export function JobsTab() {
  const [state, setState] = useState<JobState | ''>('');
  const list = useJobs(state);
  const { data, error, refetch } = list;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Toolbar label={t`Filters`}>
        <ToolbarSelect
          label={t`State`}
          value={state}
          onChange={(event) => setState(JOB_STATES.find((each) => each === event.target.value) ?? '')}
        >
          <option value="">{t`All states`}</option>
          {JOB_STATES.map((each) => (
            <option key={each} value={each}>
              {states()[each]}
            </option>
          ))}
        </ToolbarSelect>
      </Toolbar>
      {error && !data && (
        <ErrorState title={t`Couldn’t load jobs`} text={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data?.length === 0 && <p className="text-ink-soft">{t`No jobs.`}</p>}
      {data && listParts().map((part) => <Part key={part.title} {...part} jobs={data} />)}
      <LoadMore list={list} className="justify-self-center" />
    </div>
  );
}

function Part({ title, states, jobs }: ReturnType<typeof listParts>[number] & { jobs: AdminJob[] }) {
  const [open, setOpen] = useState<string[]>([]);
  const rows = group(
    jobs.filter((job) => states.includes(job.state)),
    open,
  );
  if (rows.length === 0) return null;
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-lg">{title}</h2>
      <DataTable
        caption={title}
        rows={rows}
        keyOf={({ job }) => job.id}
        columns={[
          {
            title: t`Job`,
            cell: (row) => <What row={row} onOpen={() => setOpen([...open, kindOf(row.job)])} />,
          },
          { title: t`State`, cell: ({ job }) => <State job={job} />, wide: true, width: 'w-28' },
          { title: t`When`, cell: ({ job }) => <When job={job} />, wide: true, width: 'w-44' },
          { title: t`Action`, cell: (row) => <Actions row={row} />, width: 'w-28' },
        ]}
      />
    </section>
  );
}

/** When it will run, where it waits for that; else when it came. */
function When({ job: { runsAt, createdAt } }: { job: AdminJob }) {
  if (runsAt === null) return <Time at={createdAt} />;
  return (
    <time dateTime={runsAt} title={formatExact(runsAt)}>
      {t`runs ${formatUntil(runsAt)}`}
    </time>
  );
}

function What({ row: { job, jobs }, onOpen }: { row: Row; onOpen: () => void }) {
  return (
    <div className="min-w-28 sm:min-w-40">
      {/* a phone has no room for a column more */}
      <div className="mb-1 md:hidden">
        <State job={job} />
      </div>
      <p className="font-semibold">
        {jobs.length > 1 ? `${describeJob(job.queue)} × ${formatCount(jobs.length)}` : describeJob(job.queue)}
      </p>
      {jobs.length > 1 ? (
        <button
          type="button"
          onClick={onOpen}
          className="py-0.5 text-accent-text underline underline-offset-4"
        >
          {t`Show each`}
        </button>
      ) : (
        job.title && (
          <p className="line-clamp-1 text-ink-soft">
            <bdi>{job.title}</bdi>
          </p>
        )
      )}
      {job.reason && (
        <p className="break-words text-bad">
          <bdi>{job.reason}</bdi>
        </p>
      )}
    </div>
  );
}

function State({ job }: { job: AdminJob }) {
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={TONES[job.state]}>{states()[job.state]}</Badge>
      {job.percent !== null && (
        <span className="numbers flex items-center gap-2 text-xs text-ink-soft">
          <progress
            aria-label={t`Progress of ${job.title ?? describeJob(job.queue)}`}
            value={job.percent}
            max={100}
            className="w-20 accent-accent"
          />
          <span>{`${job.percent} %`}</span>
        </span>
      )}
      {job.tries > 0 && <span className="text-xs text-ink-soft">{t`tried ${job.tries + 1} times`}</span>}
    </div>
  );
}

const nameOf = ({ title, queue }: AdminJob): string =>
  title ? `${describeJob(queue)}: ${title}` : describeJob(queue);

function Actions({ row: { job, jobs } }: { row: Row }) {
  const retry = useJobAction('retryJob');
  const cancel = useJobAction('cancelJob');
  if (job.state === 'done') return null;
  const retries = job.state === 'failed' || job.state === 'cancelled';
  const { mutate, isPending } = retries ? retry : cancel;
  const name = jobs.length > 1 ? describeJob(job.queue) : nameOf(job);
  return (
    <Button
      size="sm"
      variant={retries ? 'secondary' : 'quiet'}
      pending={isPending}
      onClick={() => mutate(jobs)}
      aria-label={actionOn(name, retries, jobs.length > 1)}
    >
      {labelOf(retries, jobs.length > 1)}
    </Button>
  );
}

function labelOf(retries: boolean, all: boolean): string {
  if (all) return retries ? t`Retry all` : t`Cancel all`;
  return retries ? t`Retry` : t`Cancel`;
}

function actionOn(name: string, retries: boolean, all: boolean): string {
  if (all) return retries ? t`Retry all: ${name}` : t`Cancel all: ${name}`;
  return retries ? t`Retry ${name}` : t`Cancel ${name}`;
}
