-- Archives of other platforms.

-- Archives of other platforms that creators bring in: what was found, and what of it goes into review.
create table archives (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  status text not null default 'READING' check (status in ('READING', 'READ', 'FAILED')),
  -- where it lies in the store; null once it is gone
  key text,
  problem text,
  left_out jsonb not null default '[]',
  created_at timestamptz not null default now(),
  -- What the file was called: who brought several in sees which of them failed.
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
  problem text,
  status text not null default 'FOUND' check (status in ('FOUND', 'WAITING', 'SENT', 'FAILED')),
  category text,
  video_id bigint references videos on delete set null,
  -- who sees the video where the archive comes from: what is private there stays so
  visibility text not null default 'PUBLIC' check (visibility in ('PUBLIC', 'UNLISTED', 'MEMBERS', 'PRIVATE')),
  unique (archive_id, path)
);
create index archive_items_video_idx on archive_items (video_id);
