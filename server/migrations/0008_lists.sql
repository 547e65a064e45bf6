-- Playlists, series and Watch later.

create table playlists (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  title text not null,
  description text,
  visibility text not null default 'PRIVATE' check (visibility in ('PRIVATE', 'PUBLIC')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index playlists_user_idx on playlists (user_id, updated_at desc, id desc);

-- Positions may have gaps.
create table playlist_items (
  playlist_id bigint references playlists on delete cascade,
  video_id bigint references videos on delete cascade,
  position int not null,
  added_at timestamptz not null default now(),
  primary key (playlist_id, video_id)
);
create index playlist_items_order_idx on playlist_items (playlist_id, position, video_id);
create index playlist_items_video_idx on playlist_items (video_id);

create table watch_later (
  user_id bigint references users on delete cascade,
  video_id bigint references videos on delete cascade,
  added_at timestamptz not null default now(),
  primary key (user_id, video_id)
);
create index watch_later_order_idx on watch_later (user_id, added_at desc, video_id desc);
create index watch_later_video_idx on watch_later (video_id);

-- A video is in one series at most.
create table series (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  title text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index series_user_idx on series (user_id, updated_at desc, id desc);

create table series_items (
  video_id bigint primary key references videos on delete cascade,
  series_id bigint not null references series on delete cascade,
  position int not null
);
create index series_items_order_idx on series_items (series_id, position, video_id);
