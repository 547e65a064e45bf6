-- Comments and likes.

create table comments (
  id bigint generated always as identity primary key,
  video_id bigint not null references videos on delete cascade,
  author_id bigint references users on delete set null,
  guest_name text check (length(guest_name) <= 200),
  -- 'u<user id>' or 'v<visitor id>'
  person text not null,
  text text not null check (length(text) between 1 and 8000),
  like_count bigint not null default 0,
  hidden_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  held_at timestamptz,
  thread_id bigint references comments on delete cascade,
  reply_to bigint references comments on delete cascade,
  -- visible replies of the whole thread, on its first comment
  reply_count int not null default 0,
  -- hidden together with this ancestor, and restored with it
  hidden_with bigint references comments on delete set null,
  edited_at timestamptz,
  held_for_creator boolean not null default false,
  constraint comments_one_author check (author_id is null or guest_name is null),
  constraint comments_thread check (((thread_id is null) = (reply_to is null)) and (hidden_with is null or hidden_at is not null))
);
create index comments_video_idx on comments (video_id, id desc) where hidden_at is null and deleted_at is null;
create index comments_author_idx on comments (author_id, id desc);
create index comments_top_idx on comments (like_count desc, id desc) where hidden_at is null and deleted_at is null;
create index comments_visitor_idx on comments (person) where author_id is null;
create index comments_held_idx on comments (video_id, person) where held_at is not null and hidden_at is null and deleted_at is null;
create index comments_created_idx on comments (created_at desc, id desc) where deleted_at is null;
create index comments_thread_idx on comments (thread_id, id) where thread_id is not null;
create index comments_reply_to_idx on comments (reply_to) where reply_to is not null;
create index comments_hidden_with_idx on comments (hidden_with) where hidden_with is not null;
-- Top-level comments; a deleted one stays while it has replies.
create index comments_first_idx on comments (video_id, id desc) where thread_id is null and hidden_at is null;
create index comments_thread_author_idx on comments (thread_id, author_id) where thread_id is not null;
create index comments_held_for_creator_idx on comments (video_id, id desc)
  where held_for_creator and held_at is not null and hidden_at is null and deleted_at is null;

alter table videos add constraint videos_pinned_comment_id_fkey foreign key (pinned_comment_id) references comments on delete set null;

-- One row per person and comment or video; unliking sets `liked` to false.
create table video_likes (
  video_id bigint references videos on delete cascade,
  person text,
  liked boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (video_id, person)
);
create index video_likes_person_idx on video_likes (person, changed_at desc) where liked;
create index video_likes_recent_idx on video_likes (video_id, changed_at desc) where liked;

create table comment_likes (
  comment_id bigint references comments on delete cascade,
  person text,
  liked boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (comment_id, person)
);
create index comment_likes_person_idx on comment_likes (person, changed_at desc) where liked;
create index comment_likes_recent_idx on comment_likes (comment_id, changed_at desc) where liked;
