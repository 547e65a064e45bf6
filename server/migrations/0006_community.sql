-- Community posts.

create table posts (
  id bigint generated always as identity primary key,
  author_id bigint references users on delete set null,
  content text not null check (length(content) between 1 and 20000),
  like_count bigint not null default 0,
  -- pending review: visible to the author only
  held_at timestamptz,
  hidden_at timestamptz,
  deleted_at timestamptz,
  edited_at timestamptz,
  created_at timestamptz not null default now(),
  thread_id bigint references posts on delete cascade,
  reply_to bigint references posts on delete cascade,
  reply_count int not null default 0,
  hidden_with bigint references posts on delete set null,
  constraint posts_thread check (((thread_id is null) = (reply_to is null)) and (hidden_with is null or hidden_at is not null))
);
create index posts_new_idx on posts (id desc) where hidden_at is null and deleted_at is null;
create index posts_author_idx on posts (author_id, id desc);
create index posts_held_idx on posts (author_id) where held_at is not null and hidden_at is null and deleted_at is null;
create index posts_thread_idx on posts (thread_id, id) where thread_id is not null;
create index posts_reply_to_idx on posts (reply_to) where reply_to is not null;
create index posts_hidden_with_idx on posts (hidden_with) where hidden_with is not null;
create index posts_first_idx on posts (id desc) where thread_id is null and hidden_at is null;
create index posts_thread_author_idx on posts (thread_id, author_id) where thread_id is not null;

create table post_likes (
  post_id bigint references posts on delete cascade,
  person text,
  liked boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (post_id, person)
);
create index post_likes_person_idx on post_likes (person, changed_at desc) where liked;
create index post_likes_recent_idx on post_likes (post_id, changed_at desc) where liked;

create table post_pictures (
  id bigint generated always as identity primary key,
  -- storage folder posts/<random>
  folder text not null unique,
  uploaded_by bigint references users on delete set null,
  post_id bigint references posts on delete set null,
  place smallint,
  alt text check (length(alt) between 1 and 800),
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_at timestamptz not null default now(),
  -- its files are being removed
  swept_at timestamptz
);
create index post_pictures_post_idx on post_pictures (post_id, place) where post_id is not null;
create index post_pictures_unused_idx on post_pictures (created_at) where post_id is null or swept_at is not null;

-- Mentions, by the name used in the text.
create table mentions (
  id bigint generated always as identity primary key,
  comment_id bigint references comments on delete cascade,
  post_id bigint references posts on delete cascade,
  user_id bigint not null references users on delete cascade,
  name text not null,
  constraint mentions_of_one_thing check ((comment_id is null) <> (post_id is null))
);
create unique index mentions_comment_key on mentions (comment_id, lower(name)) where comment_id is not null;
create unique index mentions_post_key on mentions (post_id, lower(name)) where post_id is not null;
create index mentions_user_idx on mentions (user_id, id desc);
