import { msg } from '#contract/text/message.ts';
import { knowsAllLetters } from '#server/app/database/search-support.ts';
import { failed, off, ok, warning, type Check } from './check.ts';
import { estimateBloat, listSlowQueries, readDatabaseFacts } from './diagnostics.store.ts';

const OLDEST = 150_000;
const SLOW_MS = 200;
const MAX_CLOCK_MS = 2000;
const REACH = msg(
  'See that it runs and that DATABASE_URL is right; the embedded one says why in DATA_DIR/postgres.log.',
);

export const databaseChecks: Check[] = [
  {
    name: msg('Database'),
    advice: REACH,
    async run(parts) {
      const { version, versionNumber, bytes } = await readDatabaseFacts(parts.database().db);
      if (versionNumber < OLDEST)
        return failed(msg`PostgreSQL ${version} is too old`, msg('Move to PostgreSQL 15 or newer.'));
      if (!(await knowsAllLetters(parts.database().db)))
        return warning(
          msg`PostgreSQL ${version} with the ctype C: search knows no letters but those of English`,
          msg('Move to a database with a UTF-8 ctype, such as C.UTF-8 (docs/operations.md).'),
        );
      return ok(msg`PostgreSQL ${version}, ${(bytes / 1e6).toFixed(0)} MB, migrations are up to date`);
    },
  },
  {
    name: msg('Connections'),
    advice: REACH,
    async run(parts) {
      const { connections, maxConnections } = await readDatabaseFacts(parts.database().db);
      const text = msg`${connections} of ${maxConnections}`;
      return connections > maxConnections * 0.8
        ? warning(text, msg('Raise max_connections, or put PgBouncer in front (docs/operations.md).'))
        : ok(text);
    },
  },
  {
    name: msg('Slow queries'),
    advice: msg('Give the role pg_read_all_stats, or drop the extension pg_stat_statements.'),
    async run(parts) {
      const slow = await listSlowQueries(parts.database().db, SLOW_MS);
      if (slow === null) return off(msg('pg_stat_statements is not installed'));
      const [first] = slow;
      if (!first) return ok(msg`none takes more than ${SLOW_MS} ms on average`);
      return warning(
        msg`${slow.length} take more than ${SLOW_MS} ms on average, first of them (${first.mean.toFixed(0)} ms): ${first.text}`,
        msg('Run ANALYZE; where that changes nothing, report the statement.'),
      );
    },
  },
  {
    name: msg('Bloat'),
    advice: REACH,
    async run(parts) {
      const { live, dead, worst, worstShare } = await estimateBloat(parts.database().db);
      const share = dead / Math.max(1, live + dead);
      if (worst && worstShare > 0.4)
        return warning(
          msg`${Math.round(worstShare * 100)} % of the rows of ${worst} are dead`,
          msg`Run VACUUM (ANALYZE) ${worst}, and see that autovacuum is on.`,
        );
      return ok(msg`${Math.round(share * 100)} % of the rows are dead, by the statistics`);
    },
  },
  {
    name: msg('Queue'),
    advice: REACH,
    async run(parts) {
      const { jobs } = parts.database();
      if (!(await jobs.boss.isInstalled())) throw new Error(msg('The queue is not set up.'));
      return ok(msg('set up'));
    },
  },
  {
    name: msg('Clock'),
    advice: REACH,
    async run(parts) {
      const before = Date.now();
      const { now } = await readDatabaseFacts(parts.database().db);
      // the answer came somewhere in between
      const apart = Math.max(0, before - now, now - Date.now());
      return apart > MAX_CLOCK_MS
        ? warning(
            msg`${(apart / 1000).toFixed(0)} s away from the database's`,
            msg('Let both machines follow a time server (systemd-timesyncd, chrony).'),
          )
        : ok(msg('agrees with the database'));
    },
  },
];
