import { msg } from '#contract/text/message.ts';
import { knowsAllLetters } from '#server/app/database/search-support.ts';
import { failed, off, ok, warning, type Check } from './check.ts';
import { estimateBloat, listSlowQueries, readDatabaseFacts } from './diagnostics.store.ts';

const OLDEST = 150_000;
const SLOW_MS = 200;
const MAX_CLOCK_MS = 2000;
const REACH = msg(
  "Check that it's running and that DATABASE_URL is correct. For the embedded database, see DATA_DIR/postgres.log.",
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
          msg`PostgreSQL ${version} uses ctype C, so search only recognizes English letters`,
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
    advice: msg('Grant the role pg_read_all_stats, or drop the extension pg_stat_statements.'),
    async run(parts) {
      const slow = await listSlowQueries(parts.database().db, SLOW_MS);
      if (slow === null) return off(msg('pg_stat_statements is not installed'));
      const [first] = slow;
      if (!first) return ok(msg`None average more than ${SLOW_MS} ms`);
      return warning(
        msg`${slow.length} average more than ${SLOW_MS} ms, the slowest (${first.mean.toFixed(0)} ms): ${first.text}`,
        msg("Run ANALYZE. If that doesn't help, report the statement."),
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
          msg`${Math.round(worstShare * 100)} % of rows in ${worst} are dead`,
          msg`Run VACUUM (ANALYZE) ${worst}, and make sure autovacuum is on.`,
        );
      return ok(msg`${Math.round(share * 100)} % of rows are dead, according to statistics`);
    },
  },
  {
    name: msg('Queue'),
    advice: REACH,
    async run(parts) {
      const { jobs } = parts.database();
      if (!(await jobs.boss.isInstalled())) throw new Error(msg("The queue isn't set up."));
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
            msg`${(apart / 1000).toFixed(0)} s off from the database clock`,
            msg('Sync both machines with a time server (systemd-timesyncd, chrony).'),
          )
        : ok(msg('In sync with the database'));
    },
  },
];
