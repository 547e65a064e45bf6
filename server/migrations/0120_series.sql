-- Clips of one creator that belong together, in their order; a clip is in one series at most.
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
