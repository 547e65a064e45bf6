-- How far members watched which videos, for "Continue watching" and their history.

alter table users add column history_paused boolean not null default false;

create table watch_history (
  user_id bigint references users on delete cascade,
  video_id bigint references videos on delete cascade,
  seconds double precision not null check (seconds >= 0),
  watched_at timestamptz not null,
  primary key (user_id, video_id)
);
create index watch_history_order_idx on watch_history (user_id, watched_at desc, video_id desc);
create index watch_history_video_idx on watch_history (video_id);
