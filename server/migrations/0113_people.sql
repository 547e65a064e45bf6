-- Whom people block (neither sees the other's words) or mute (for themselves alone).
create table blocks (
  blocker_id bigint not null references users on delete cascade,
  blocked_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_somebody_else check (blocker_id <> blocked_id)
);
create index blocks_blocked_idx on blocks (blocked_id, blocker_id);

create table mutes (
  muter_id bigint not null references users on delete cascade,
  muted_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (muter_id, muted_id),
  constraint mutes_somebody_else check (muter_id <> muted_id)
);
create index mutes_muted_idx on mutes (muted_id);

-- Upper case, accents and characters of no width must not hide a word (as in server/moderation/moderation.rules.ts).
create function fold_words(words text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(words, NFKD),
    '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'))
$$;

-- What finds a word: letters and digits match whole, but in scripts that write no spaces, anything else anywhere.
create function pattern_of_word(word text) returns text language sql immutable parallel safe as $$
  select case when folded ~ '^[[:alnum:]]+$' and folded !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
    then '(^|[^[:alnum:]])' || folded || '($|[^[:alnum:]])'
    else regexp_replace(folded, '([.*+?^${}()|\[\]\\])', '\\\1', 'g') end
  from (select public.fold_words(word) as folded) as given
$$;

create table muted_words (
  user_id bigint not null references users on delete cascade,
  word text not null,
  created_at timestamptz not null default now(),
  pattern text not null generated always as (pattern_of_word(word)) stored,
  primary key (user_id, word)
);
create unique index muted_words_pattern_key on muted_words (user_id, pattern);

-- Who is mentioned in a comment or post, under the name they had then; whoever was nobody then is only words.
create table mentions (
  id bigint generated always as identity primary key,
  comment_id bigint references comments on delete cascade,
  post_id bigint references posts on delete cascade,
  user_id bigint not null constraint mentions_mentioned_fkey references users on delete cascade,
  name text not null,
  constraint mentions_of_one_thing check ((comment_id is null) <> (post_id is null))
);
create unique index mentions_comment_key on mentions (comment_id, lower(name)) where comment_id is not null;
create unique index mentions_post_key on mentions (post_id, lower(name)) where post_id is not null;
create index mentions_user_idx on mentions (user_id, id desc);

-- Replies of a thread by their authors: what somebody doesn't see is not counted for them.
create index comments_thread_author_idx on comments (thread_id, author_id) where thread_id is not null;
create index posts_thread_author_idx on posts (thread_id, author_id) where thread_id is not null;

-- What is followed is one of the owner's categories; a category that goes takes its followers along. Checked at the end: a
-- category's followers move before the one they move to is there.
delete from category_follows where category not in (select name from video_categories);
alter table category_follows add constraint category_follows_category_fkey foreign key (category)
  references video_categories (name) on delete cascade deferrable initially deferred;
