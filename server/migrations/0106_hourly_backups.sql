-- What the tables had counted of changes when a verified backup was begun, and until when nothing changed since: then
-- there is nothing to back up. Whether its facts carry the key's seal.
alter table backups add column changes text, add column unchanged_at timestamptz,
  add column authenticated boolean not null default false;

-- The archive of WAL is gone: what kept WAL for it, and its jobs.
do $$
begin
  if exists (select from pg_replication_slots where starts_with(slot_name, 'lll_wal_') and not active) then
    perform pg_drop_replication_slot(slot_name) from pg_replication_slots
      where starts_with(slot_name, 'lll_wal_') and not active;
  end if;
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name in ('wal-archive', 'wal-bucket');
    delete from pgboss.job where name in ('wal-archive', 'wal-bucket');
  end if;
end $$;
