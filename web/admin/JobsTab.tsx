import { useState } from 'react';
import { JOB_STATES } from '#contract/admin.ts';
import type { AdminJob, JobState } from '#contract/admin.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { Select } from '#web/ui/controls/Field.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useJobAction, useJobs } from './admin.queries.ts';
import { jobInWords } from './words.ts';

const TONES: Record<JobState, BadgeTone> = {
  queued: 'info',
  running: 'accent',
  failed: 'bad',
  cancelled: 'plain',
  done: 'ok',
};

/** The dashboard's tab Jobs: work that goes on behind the pages. */
export function JobsTab() {
  const [state, setState] = useState<JobState | ''>('');
  const list = useJobs(state);
  const { data, error, refetch } = list;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="max-w-56">
        <Select
          label="State"
          value={state}
          onChange={(event) => setState(JOB_STATES.find((each) => each === event.target.value) ?? '')}
        >
          <option value="">All states</option>
          {JOB_STATES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </div>
      {error && !data && (
        <ErrorState
          title="The jobs could not be loaded"
          text={error.message}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data?.length === 0 && <p className="text-ink-soft">No jobs.</p>}
      {data && data.length > 0 && (
        <DataTable
          caption="Jobs"
          rows={data}
          keyOf={(job) => job.id}
          columns={[
            { title: 'Job', cell: (job) => <What job={job} /> },
            { title: 'State', cell: (job) => <State job={job} /> },
            { title: 'Created', cell: (job) => <Time at={job.createdAt} />, wide: true },
            { title: 'Action', cell: (job) => <Actions job={job} /> },
          ]}
        />
      )}
      <LoadMore list={list} className="justify-self-center" />
    </div>
  );
}

function What({ job }: { job: AdminJob }) {
  return (
    <div className="min-w-28 sm:min-w-40">
      <p className="font-semibold" title={job.queue}>
        {jobInWords(job.queue)}
      </p>
      {job.title && <p className="line-clamp-1 text-ink-soft">{job.title}</p>}
      {job.reason && <p className="break-words text-bad">{job.reason}</p>}
    </div>
  );
}

function State({ job }: { job: AdminJob }) {
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={TONES[job.state]}>{job.state}</Badge>
      {job.percent !== null && (
        <span className="numbers flex items-center gap-2 text-xs text-ink-soft">
          <progress
            aria-label={`Progress of ${job.title ?? jobInWords(job.queue)}`}
            value={job.percent}
            max={100}
            className="w-20 accent-accent"
          />
          <span>{`${job.percent} %`}</span>
        </span>
      )}
      {job.tries > 0 && <span className="text-xs text-ink-soft">{`tried ${job.tries + 1} times`}</span>}
    </div>
  );
}

const nameOf = ({ title, queue }: AdminJob): string =>
  title ? `${jobInWords(queue)}: ${title}` : jobInWords(queue);

function Actions({ job }: { job: AdminJob }) {
  const retry = useJobAction('retryJob');
  const cancel = useJobAction('cancelJob');
  if (job.state === 'done') return null;
  return job.state === 'failed' || job.state === 'cancelled' ? (
    <Button
      size="sm"
      pending={retry.isPending}
      onClick={() => retry.mutate(job)}
      aria-label={`Retry ${nameOf(job)}`}
    >
      Retry
    </Button>
  ) : (
    <Button
      size="sm"
      variant="quiet"
      pending={cancel.isPending}
      onClick={() => cancel.mutate(job)}
      aria-label={`Cancel ${nameOf(job)}`}
    >
      Cancel
    </Button>
  );
}
