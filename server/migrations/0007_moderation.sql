-- Reports, moderation and word filters.

-- Separators, and letters of scripts without spaces: each is a token by itself.
create function token_breaks() returns text language sql immutable parallel safe as $$
  select '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0E2F\u0E3F\u0E46\u0E4F\u0E5A\u0E5B\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u302A-\u3030\u303D-\u303F\u30A0\u30FB\uFD3E\uFD3F\uFE10-\uFE6F\uFFFD\U0001F000-\U0001FAFF\u0E01-\u0E5B\u0E81-\u0EDF\u1000-\u109F\u1780-\u17DD\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\U00020000-\U0003FFFF]'
$$;

-- A text as tokens separated by spaces, folded: case, accents, apostrophes, line breaks and zero-width characters.
create function word_tokens(t text) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(regexp_replace(
    public.search_fold(translate(
      regexp_replace(t, '[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0\U000E0020-\U000E007F]', '', 'g'),
      E'\u1E9E\u2018\u2019\u201B\u2032\u2035\u02B9\u02BB\u02BC\u02BD\u02C8\u0060\u00B4\uFF07\u055A\u05F3', E'\u00DF' || repeat('''', 15))),
    public.token_breaks(), ' \& ', 'g'),
    '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g')) || ' '
$$;

-- The tokens to find for a muted or watched word: a plain word matches whole, anything else anywhere. Null: it has none.
create function sought_tokens(word text) returns text language sql immutable parallel safe as $$
  select nullif(case when btrim(tokens) ~ public.token_breaks() then btrim(tokens) else tokens end, '  ')
  from (select public.word_tokens(word) as tokens) as given
$$;

create table reports (
  id bigint generated always as identity primary key,
  subject_type text not null check (subject_type in ('VIDEO', 'COMMENT', 'POST')),
  subject_id bigint not null,
  -- 'u<user id>' or 'v<visitor id>'; null: held by the site
  reporter text,
  reason jsonb not null,
  created_at timestamptz not null default now(),
  closed_by_act bigint,
  closed_at timestamptz
);
create unique index reports_open_key on reports (subject_type, subject_id, coalesce(reporter, '')) where closed_at is null;
create index reports_waiting_idx on reports (created_at) where closed_at is null;
create index reports_act_idx on reports (closed_by_act) where closed_by_act is not null;

-- Can be undone for 30 days.
create table moderation_acts (
  id bigint generated always as identity primary key,
  actor_id bigint references users on delete set null,
  action text not null check (action in ('HIDE', 'DISMISS', 'SUSPEND')),
  subject_type text not null check (subject_type in ('VIDEO', 'COMMENT', 'POST')),
  subject_id bigint not null,
  author_id bigint references users on delete cascade,
  -- it was held before
  was_held boolean not null default false,
  -- false if it was hidden already
  hid boolean not null default false,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  -- false if the author was suspended already: undoing this act does not lift that
  suspended boolean not null default false
);
create index moderation_acts_new_idx on moderation_acts (id desc);

alter table reports add constraint reports_closed_by_act_fkey foreign key (closed_by_act) references moderation_acts on delete set null;

create table watched_words (
  id bigint generated always as identity primary key,
  word text not null check (length(word) between 1 and 400),
  created_at timestamptz not null default now(),
  tokens text generated always as (sought_tokens(word)) stored
);
create unique index watched_words_key on watched_words (lower(word));

create table blocks (
  blocker_id bigint references users on delete cascade,
  blocked_id bigint references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_somebody_else check (blocker_id <> blocked_id)
);
create index blocks_blocked_idx on blocks (blocked_id, blocker_id);

create table mutes (
  muter_id bigint references users on delete cascade,
  muted_id bigint references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (muter_id, muted_id),
  constraint mutes_somebody_else check (muter_id <> muted_id)
);
create index mutes_muted_idx on mutes (muted_id);

-- Compared as tokens: no regular expression is built from user text.
create table muted_words (
  user_id bigint references users on delete cascade,
  word text,
  created_at timestamptz not null default now(),
  tokens text generated always as (sought_tokens(word)) stored check (length(tokens) <= 600),
  primary key (user_id, word)
);
create unique index muted_words_tokens_key on muted_words (user_id, tokens);
