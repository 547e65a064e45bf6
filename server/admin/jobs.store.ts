import { type Message, msg, verbatim, readMessage, type Stored } from '#contract/text/message.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { sql } from 'kysely';
import type { AdminJobAnswer, JobState } from '#contract/admin/admin.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { Db, Trx } from '#server/app/database/database.ts';

const PAGE = 100;
/** Jobs that need attention first, then running ones. */
const ORDER = ['failed', 'active', 'retry', 'created', 'cancelled', 'completed'];

/** Our names for pg-boss's states. */
const STATES: Record<JobState, string[]> = {
  running: ['active'],
  failed: ['failed'],
  queued: ['created', 'retry'],
  cancelled: ['cancelled'],
  done: ['completed'],
};
const LABELS = new Map(
  Object.entries(STATES).flatMap(([label, states]) =>
    states.map((state) => [state, label as JobState] as const),
  ),
);

interface JobRow {
  id: string;
  name: string;
  state: string;
  data: Record<string, unknown> | null;
  title: string | null;
  percent: number | null;
  failure_reason: Stored | null;
  output: unknown;
  retry_count: number;
  created_on: Date;
  /** In the future, of one that waits. */
  runs_at: Date | null;
  started_on: Date | null;
  completed_on: Date | null;
}

const COLUMNS = sql`
  j.id, j.name, j.state::text as state, j.data, v.title, case when v.processing = 'PROCESSING' then v.processing_percent end as percent,
  v.failure_reason, j.output, j.retry_count, j.created_on,
  case when j.state in ('created', 'retry') and j.start_after > now() then j.start_after end as runs_at, j.started_on, j.completed_on`;
const VIDEO = sql`
  left join videos v on v.id = case when j.data->>'videoId' ~ '^\\d{1,15}$' then (j.data->>'videoId')::bigint end`;

/** What the list below reads; pg-boss has no index by state and time. Processes that start at once take turns. */
export async function addJobsIndex(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('admin_jobs_idx'))`.execute(trx);
  await sql`create index if not exists admin_jobs_idx on pgboss.job (state, created_on desc, id desc)`.execute(
    trx,
  );
}

/**
 * Failed ones first, then running, queued, cancelled, done; the latest of each first. The queue's own work is left out.
 * Each state is read from an index, so that a page costs the same after a hundred jobs and a million.
 */
export async function listJobs(
  db: Db,
  { state, cursor }: { state?: JobState | undefined; cursor?: string | undefined },
): Promise<Page<AdminJobAnswer>> {
  const states = ORDER.map((each, at) => ({ each, rank: at + 1 })).filter(
    ({ each }) => !state || STATES[state].includes(each),
  );
  const [rank, createdUs, id] = cursor ? readCursor(cursor, 'imu') : [0, 0, null];
  const { rows } = await sql<JobRow & { rank: number; created_us: number }>`
    select ${COLUMNS}, s.rank, (extract(epoch from j.created_on) * 1e6)::bigint as created_us
    from unnest(${states.map(({ each }) => each)}::pgboss.job_state[], ${states.map((each) => each.rank)}::int[]) as s(state, rank)
    cross join lateral (
      select * from pgboss.job where job.state = s.state and name not like '\\_\\_pgboss%' and s.rank >= ${rank}::int
        and (s.rank > ${rank}::int or (created_on, id) < (to_timestamp(${createdUs}::double precision / 1e6), ${id}::uuid))
      order by created_on desc, id desc limit ${PAGE + 1}
    ) j ${VIDEO}
    order by s.rank, j.created_on desc, j.id desc limit ${PAGE + 1}`.execute(db);
  return pageOf(rows, PAGE, (row) => [Number(row.rank), Number(row.created_us), row.id]).map(toJob);
}

export async function findJob(db: Db, queue: string, id: string): Promise<AdminJobAnswer | null> {
  const { rows } =
    await sql<JobRow>`select ${COLUMNS} from pgboss.job j ${VIDEO} where j.name = ${queue} and j.id = ${id}::uuid`.execute(
      db,
    );
  return rows[0] ? toJob(rows[0]) : null;
}

function toJob(row: JobRow): AdminJobAnswer {
  return {
    id: row.id,
    queue: row.name,
    state: LABELS.get(row.state) ?? 'queued',
    data: shortFacts(row.data),
    title: row.title,
    percent: row.state === 'active' ? row.percent : null,
    reason: reasonOf(row),
    tries: row.retry_count,
    runsAt: row.runs_at?.toISOString() ?? null,
    createdAt: row.created_on.toISOString(),
    startedAt: row.started_on?.toISOString() ?? null,
    endedAt: row.completed_on?.toISOString() ?? null,
  };
}

/** Ids and short strings only: a job may carry more than an admin should read over a shoulder. */
function shortFacts(data: Record<string, unknown> | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data ?? {}).filter(
      ([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= 60),
    ),
  );
}

function reasonOf({ state, failure_reason: failureReason, output }: JobRow): Message | null {
  if (state === 'completed' || state === 'cancelled') return null;
  if (failureReason !== null && state === 'failed') return readMessage(failureReason);
  if (typeof output !== 'object' || output === null) return null;
  // a MessageError
  if ('text' in output && isStored(output.text)) return readMessage(output.text.stored);
  const failure = 'message' in output ? output.message : 'value' in output ? output.value : null;
  if (typeof failure !== 'string')
    return state === 'failed' ? msg`It failed without an error message.` : null;
  return verbatim(cutText(failure.split('\n')[0] ?? '', 300));
}

const isStored = (text: unknown): text is { stored: unknown } =>
  typeof text === 'object' && text !== null && 'stored' in text;
