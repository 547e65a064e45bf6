-- Passkeys, codes of an authenticator app, and what happened to an account.

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null,
  -- COSE
  public_key bytea not null,
  -- signatures so far, as the authenticator counts; 0: it doesn't count
  counter bigint not null,
  transports text[] not null default '{}',
  -- the relying party's id: the domain it serves for
  rp_id text not null,
  -- kept by several devices
  synced boolean not null,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index passkeys_credential_id_key on passkeys (credential_id);
create index passkeys_user_id_idx on passkeys (user_id, id);

create table second_steps (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  -- null: begun, not yet confirmed by a first code
  confirmed_at timestamptz,
  -- the 30 seconds of the last code that was taken: it and those before serve no more
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  -- SHA-256; 80 random bits each
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- what serves once and is stored nowhere before: signed challenges and proofs
create table spent_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_tokens_expires_idx on spent_tokens (expires_at);

create table security_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  -- in words: "Firefox on Linux"
  device text,
  address text,
  detail text check (length(detail) <= 400),
  created_at timestamptz not null default now()
);
create index security_events_user_idx on security_events (user_id, id desc);
create index security_events_created_idx on security_events (created_at);

-- who gave the password gets a ticket for the second step
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('RESET', 'VERIFY', 'TAKE_BACK', 'SECOND_STEP'));
