-- Shared by all slices: settings of the site itself, rate limits, outgoing mail, backups.

-- Names that look alike in Latin letters share a skeleton.
create function name_skeleton(name text) returns text language sql immutable parallel safe as $$
  select replace(replace(translate(lower(name), 'i1|0_.- ', 'lllo'), 'rn', 'm'), 'vv', 'w')
$$;

-- Folds case, accents, vowel marks, width and ligatures. Same as fold() in server/search/search.rules.ts.
create function search_fold(t text) returns text language sql immutable parallel safe as $$
  select case when octet_length(t) = length(t) then lower(t) else (
    select normalize(case when bare ~ '[ςıøłđħŧىةیکךםןףץ٠-٩۰-۹ßæœþ]' then replace(replace(replace(replace(translate(
        bare, 'ςıøłđħŧىةیکךםןףץ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'σioldhtيهيككמנפצ01234567890123456789'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') else bare end, NFC)
    from lower(regexp_replace(normalize(t, NFKD),
      '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200C\u200D\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g')) bare)
  end
$$;

-- Facts the site stores about itself: sample content loaded, keys it generated.
create table site_facts (
  name text primary key,
  value jsonb not null
);

-- Rate limits shared by all processes (server/app/http/callers/rate-limits.ts).
create table rate_limits (
  -- SHA-256 of the limit and its subject; names and addresses are not stored
  key bytea primary key,
  -- when the whole allowance is available again
  full_at timestamptz not null
);
create index rate_limits_full_at_idx on rate_limits (full_at);

-- Sliding windows of one hour, for limits that must be exact.
create table rate_windows (
  key bytea primary key,
  -- timestamps within the last hour
  taken timestamptz[] not null,
  expires_at timestamptz not null
);
create index rate_windows_expires_at_idx on rate_windows (expires_at);

-- Single-use tokens that are not stored before use: signed challenges and proofs of work.
create table spent_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_tokens_expires_idx on spent_tokens (expires_at);

-- Written in the transaction that causes the mail; deleted once sent.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  headers jsonb not null default '{}',
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  -- permanently rejected; kept without its text for the dashboard
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index outbox_waiting_idx on outbox (next_try_at) where failed_at is null;

create unlogged table event_streams (
  user_id bigint,
  kind text check (length(kind) <= 40),
  place smallint,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (user_id, kind, place)
);
create index event_streams_holder_idx on event_streams (holder);

-- Backup runs and the result of restoring each one.
create table backups (
  id bigint generated always as identity primary key,
  name text,
  started_at timestamptz not null default now(),
  bytes bigint,
  media_files int,
  proven_at timestamptz,
  failure jsonb,
  -- when it was copied to the second bucket
  sent_at timestamptz,
  -- pg_stat change counters at the last verified backup, and how long they have been unchanged
  changes text,
  unchanged_at timestamptz,
  authenticated boolean not null default false
);
create index backups_started_idx on backups (started_at desc);

-- Files of deleted videos, until storage has removed them.
create table file_removals (
  id bigint generated always as identity primary key,
  keys text[] not null default '{}',
  prefixes text[] not null default '{}',
  created_at timestamptz not null default now()
);
