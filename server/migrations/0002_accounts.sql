-- Mails that wait, links that were mailed, identities at the provider, requests to become a creator.

-- a mail is written in the transaction of the fact that causes it; its row goes once it was handed on
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
  -- refused for good; kept without its text, for the dashboard
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index outbox_waiting_idx on outbox (next_try_at) where failed_at is null;

create table account_tokens (
  -- SHA-256 of the token in the link
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('RESET', 'VERIFY', 'TAKE_BACK')),
  -- VERIFY: the address to confirm; TAKE_BACK: the address to go back to
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index account_tokens_user_idx on account_tokens (user_id, purpose, created_at);
create index account_tokens_expires_idx on account_tokens (expires_at);

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_user_idx on user_identities (user_id);

create table upgrade_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  message text check (length(message) <= 2000),
  status text not null default 'PENDING' check (status in ('PENDING', 'GRANTED', 'REFUSED')),
  refuse_reason text check (length(refuse_reason) <= 2000),
  decided_by bigint references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint upgrade_requests_refused_has_reason check (status <> 'REFUSED' or refuse_reason is not null)
);
create unique index upgrade_requests_pending_key on upgrade_requests (user_id) where status = 'PENDING';
create index upgrade_requests_waiting_idx on upgrade_requests (created_at) where status = 'PENDING';
create index upgrade_requests_user_idx on upgrade_requests (user_id, id desc);

alter table users add column suspend_reason text check (length(suspend_reason) <= 2000);
create index users_role_idx on users (role, id desc);
