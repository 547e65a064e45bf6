-- What the nightly backup came to, and whether it came back when it was restored.
create table backups (
  id bigint generated always as identity primary key,
  name text,
  started_at timestamptz not null default now(),
  bytes bigint,
  media_files int,
  proven_at timestamptz,
  failure text
);
create index backups_started_idx on backups (started_at desc);
