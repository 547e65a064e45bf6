import { sql } from 'kysely';
import type { DeskJob, JobState } from '#contract/desk.ts';
import type { Db } from '#server/app/database.ts';

const MOST = 100;

/** Our words for pg-boss's states. */
const STATES: Record<JobState, string[]> = {
  running: ['active'],
  failed: ['failed'],
  queued: ['created', 'retry'],
  cancelled: ['cancelled'],
  done: ['completed'],
};
const WORDS = new Map(
  Object.entries(STATES).flatMap(([word, states]) =>
    states.map((state) => [state, word as JobState] as const),
  ),
);

interface JobRow {
  id: string;
  name: string;
  state: string;
  data: Record<string, unknown> | null;
  title: string | null;
  percent: number | null;
  failure_reason: string | null;
  output: unknown;
  retry_count: number;
  created_on: Date;
  started_on: Date | null;
  completed_on: Date | null;
}

const COLUMNS = sql`
  j.id, j.name, j.state::text as state, j.data, v.title, case when v.processing = 'PROCESSING' then v.processing_percent end as percent,
  v.failure_reason, j.output, j.retry_count, j.created_on, j.started_on, j.completed_on
  from pgboss.job j left join videos v on v.id = case when j.data->>'videoId' ~ '^\\d{1,15}$' then (j.data->>'videoId')::bigint end`;

/** The latest jobs: running and failed ones first, then queued, cancelled, done. Times the queue set itself are left out. */
export async function listJobs(db: Db, state: JobState | undefined): Promise<DeskJob[]> {
  const states = state ? STATES[state] : Object.values(STATES).flat();
  const { rows } = await sql<JobRow>`
    select ${COLUMNS} where j.name not like '\\_\\_pgboss%' and j.state::text = any(${states}::text[])
    order by array_position(array['active', 'failed', 'retry', 'created', 'cancelled', 'completed'], j.state::text), j.created_on desc
    limit ${MOST}`.execute(db);
  return rows.map(toJob);
}

export async function findJob(db: Db, queue: string, id: string): Promise<DeskJob | null> {
  const { rows } =
    await sql<JobRow>`select ${COLUMNS} where j.name = ${queue} and j.id = ${id}::uuid`.execute(db);
  return rows[0] ? toJob(rows[0]) : null;
}

function toJob(row: JobRow): DeskJob {
  return {
    id: row.id,
    queue: row.name,
    state: WORDS.get(row.state) ?? 'queued',
    data: shortFacts(row.data),
    title: row.title,
    percent: row.state === 'active' ? row.percent : null,
    reason: reasonOf(row),
    tries: row.retry_count,
    createdAt: row.created_on.toISOString(),
    startedAt: row.started_on?.toISOString() ?? null,
    endedAt: row.completed_on?.toISOString() ?? null,
  };
}

/** Ids and short words only: a job may carry more than an admin should read over a shoulder. */
function shortFacts(data: Record<string, unknown> | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data ?? {}).filter(
      ([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= 60),
    ),
  );
}

function reasonOf({ state, failure_reason: told, output }: JobRow): string | null {
  if (state === 'completed' || state === 'cancelled') return null;
  if (told && state === 'failed') return told;
  if (typeof output !== 'object' || output === null) return null;
  const said = 'message' in output ? output.message : 'value' in output ? output.value : null;
  if (typeof said !== 'string') return state === 'failed' ? 'It failed without saying why.' : null;
  return said.split('\n')[0]?.slice(0, 300) ?? null;
}
