-- Follows of creators and categories. The writing statements keep users.follower_count in step.

create table follows (
  follower_id bigint references users on delete cascade,
  creator_id bigint references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, creator_id),
  constraint follows_somebody_else check (follower_id <> creator_id)
);
create index follows_creator_idx on follows (creator_id, follower_id);

create table category_follows (
  follower_id bigint references users on delete cascade,
  category text references video_categories(name) on delete cascade deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (follower_id, category)
);
create index category_follows_category_idx on category_follows (category, follower_id);
