-- The rotation, imports, the archive, and what the admin's overview counts.

alter table videos
  -- place in the rotation: the highest comes first; 0 is not in it, and then the newest come first
  add column rotation_rank int not null default 0;
create index videos_rotation_idx on videos (rotation_rank desc, id desc) where is_public;
create index videos_rotation_category_idx on videos (category, rotation_rank desc, id desc) where is_public;
create index videos_ranked_idx on videos (id) where rotation_rank > 0;
create index videos_featured_idx on videos (featured_position, id) where is_featured;
create index videos_trending_idx on videos (id desc) where is_trending;
create index videos_approved_idx on videos (approved_at desc, id desc) where status = 'APPROVED' and archived_at is null;
create index videos_imported_idx on videos (category, id desc) where origin = 'IMPORT' and archived_at is null;
create index videos_imports_idx on videos (created_at desc, id desc) where origin = 'IMPORT';
create index videos_refresh_idx on videos (external_refreshed_at, id) where origin = 'IMPORT' and archived_at is null;
create index videos_archive_idx on videos (origin, archived_at desc, id desc) where archived_at is not null;
create index videos_pending_idx on videos (origin) where status = 'PENDING' and archived_at is null;

-- files of videos that are gone, until storage has let go of them
create table file_removals (
  id bigint generated always as identity primary key,
  -- storage keys
  keys text[] not null default '{}',
  -- folders, everything under them
  prefixes text[] not null default '{}',
  created_at timestamptz not null default now()
);

-- views of the whole site per day, summed up from video_days
create table site_days (
  day date primary key,
  views bigint not null default 0
);

create index audit_log_action_idx on audit_log (action, id desc);
create index users_created_idx on users (created_at desc);
