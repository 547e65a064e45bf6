-- Archives of other platforms, and the videos found in them.

create table archives (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  status text not null default 'READING' check (status in ('READING', 'READ', 'FAILED')),
  -- null once deleted
  key text,
  problem jsonb,
  left_out jsonb not null default '[]',
  created_at timestamptz not null default now(),
  -- file name
  name text check (char_length(name) <= 200)
);
create index archives_user_idx on archives (user_id, id desc);
create unique index archives_reading_key on archives (user_id) where status = 'READING';

create table archive_items (
  id bigint generated always as identity primary key,
  archive_id bigint not null references archives on delete cascade,
  path text not null,
  title text not null,
  description text,
  published_at timestamptz,
  size bigint not null,
  duration_ms int,
  is_duplicate boolean not null default false,
  problem jsonb,
  status text not null default 'FOUND' check (status in ('FOUND', 'WAITING', 'SENT', 'FAILED')),
  category text,
  video_id bigint references videos on delete set null,
  -- as on the other platform
  visibility text not null default 'PUBLIC' check (visibility in ('PUBLIC', 'UNLISTED', 'MEMBERS', 'PRIVATE')),
  unique (archive_id, path)
);
create index archive_items_video_idx on archive_items (video_id);
