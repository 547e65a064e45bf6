-- Who sees a video where an archive comes from: what is private there stays so.
alter table archive_items add column visibility text not null default 'PUBLIC'
  check (visibility in ('PUBLIC', 'UNLISTED', 'MEMBERS', 'PRIVATE'));
