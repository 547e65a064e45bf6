-- Posts of the board, reports, what moderators did, words that are watched.

create table posts (
  id bigint generated always as identity primary key,
  author_id bigint references users on delete set null,
  content text not null check (length(content) between 1 and 20000),
  like_count bigint not null default 0,
  -- waits for a moderator: seen by its author only
  held_at timestamptz,
  hidden_at timestamptz,
  deleted_at timestamptz,
  edited_at timestamptz,
  created_at timestamptz not null default now()
);
create index posts_new_idx on posts (id desc) where hidden_at is null and deleted_at is null;
create index posts_author_idx on posts (author_id, id desc);

create table post_likes (
  post_id bigint not null references posts on delete cascade,
  person text not null,
  liked boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (post_id, person)
);
create index post_likes_person_idx on post_likes (person, changed_at desc) where liked;

alter table comments add column held_at timestamptz;

-- what a moderator did to one thing; can be taken back for 30 days
create table moderation_acts (
  id bigint generated always as identity primary key,
  actor_id bigint references users on delete set null,
  action text not null check (action in ('HIDE', 'DISMISS', 'SUSPEND')),
  subject_type text not null check (subject_type in ('VIDEO', 'COMMENT', 'POST')),
  subject_id bigint not null,
  -- SUSPEND: who
  author_id bigint references users on delete cascade,
  -- the thing was waiting, not public, before
  was_held boolean not null default false,
  -- HIDE and SUSPEND: whether this act hid it; it may have been hidden already
  hid boolean not null default false,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index moderation_acts_new_idx on moderation_acts (id desc);

create table reports (
  id bigint generated always as identity primary key,
  subject_type text not null check (subject_type in ('VIDEO', 'COMMENT', 'POST')),
  subject_id bigint not null,
  -- who reported, as likes tell people apart; null: the site itself held the thing
  reporter text,
  reason text not null check (length(reason) between 1 and 4000),
  created_at timestamptz not null default now(),
  closed_by_act bigint references moderation_acts on delete set null,
  closed_at timestamptz
);
create unique index reports_open_key on reports (subject_type, subject_id, coalesce(reporter, '')) where closed_at is null;
create index reports_waiting_idx on reports (created_at) where closed_at is null;
create index reports_act_idx on reports (closed_by_act) where closed_by_act is not null;

create table watched_words (
  id bigint generated always as identity primary key,
  word text not null check (length(word) between 1 and 400),
  created_at timestamptz not null default now()
);
create unique index watched_words_key on watched_words (lower(word));
