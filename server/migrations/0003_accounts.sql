-- Accounts and sign-in.

create table users (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9_.-]{3,30}$'),
  email text check (length(email) <= 254),
  email_verified_at timestamptz,
  password_hash text,
  display_name text check (length(display_name) <= 200),
  bio text check (length(bio) <= 8000),
  -- storage folder of the square image
  profile_image text,
  role text not null default 'LOGIN_USER' check (role in ('LOGIN_USER', 'CONTENT_CREATOR', 'GLOBAL_ADMIN')),
  suspended_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  suspend_reason jsonb,
  invitation_id bigint,
  -- Incremented by triggers whenever credentials, role or suspension change: a sign-in that started before is rejected.
  sign_in_epoch int not null default 0,
  follower_count bigint not null default 0,
  language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  sign_up_language text check (sign_up_language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$')
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));
create index users_role_idx on users (role, id desc);
create index users_created_idx on users (created_at desc);
create index users_skeleton_idx on users (name_skeleton(username));
create index users_invitation_id_idx on users (invitation_id) where invitation_id is not null;

alter table event_streams add constraint event_streams_user_id_fkey foreign key (user_id) references users on delete cascade;
alter table settings_versions add constraint settings_versions_author_id_fkey foreign key (author_id) references users on delete set null;

-- Sign-up links.
create table invitations (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token
  token_hash bytea not null unique,
  created_by bigint references users on delete set null,
  note text check (length(note) <= 400),
  max_uses int not null check (max_uses between 1 and 1000),
  uses int not null default 0,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check (uses >= 0 and uses <= max_uses)
);
create index invitations_created_by_idx on invitations (created_by);

alter table users add constraint users_invitation_id_fkey foreign key (invitation_id) references invitations on delete set null;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the token
  token_hash bytea not null unique,
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  fresh_at timestamptz not null default now()
);
create index sessions_user_id_idx on sessions (user_id);

create table account_tokens (
  -- SHA-256 of the token
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('RESET', 'VERIFY', 'TAKE_BACK', 'SECOND_STEP')),
  -- VERIFY: the address to confirm; TAKE_BACK: the address to restore
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- creation order: clocks of several machines differ
  id bigint generated always as identity,
  -- two-factor tickets only
  sign_in_epoch int
);
create index account_tokens_user_idx on account_tokens (user_id, purpose, created_at);
create index account_tokens_expires_idx on account_tokens (expires_at);
create index account_tokens_reserved_idx on account_tokens (lower(email)) where purpose = 'TAKE_BACK';

create table user_identities (
  issuer text,
  subject text,
  user_id bigint not null references users on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_user_idx on user_identities (user_id);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  -- COSE
  public_key bytea not null,
  -- signature counter of the authenticator; 0 if it has none
  counter bigint not null,
  transports text[] not null default '{}',
  -- domain of the relying party
  rp_id text not null,
  synced boolean not null,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id, id);

create table second_steps (
  user_id bigint primary key references users on delete cascade,
  -- encrypted, or plain where processes share no key
  secret bytea,
  locked_secret text,
  -- null: not yet confirmed with a code
  confirmed_at timestamptz,
  -- time step of the last accepted code; it and earlier ones are rejected
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint second_steps_one_secret check (num_nonnulls(secret, locked_secret) = 1)
);

create table recovery_codes (
  user_id bigint references users on delete cascade,
  -- SHA-256 of 80 random bits
  code_hash bytea,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

create table security_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  -- such as "Firefox on Linux"
  device text,
  address text,
  detail jsonb,
  created_at timestamptz not null default now()
);
create index security_events_user_idx on security_events (user_id, id desc);
create index security_events_created_idx on security_events (created_at);

-- Sign-ups that wait for an administrator; no account exists yet.
create table sign_up_requests (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  display_name text,
  bio text,
  answer text not null check (length(answer) <= 4000),
  created_at timestamptz not null default now(),
  language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$')
);
create unique index sign_up_requests_username_key on sign_up_requests (lower(username));
create unique index sign_up_requests_email_key on sign_up_requests (lower(email));
create index sign_up_requests_created_idx on sign_up_requests (created_at);

-- Uninvited sign-ups of the last hour, by hashed address.
create table recent_sign_ups (
  address bytea not null,
  at timestamptz not null
);
create index recent_sign_ups_at_idx on recent_sign_ups (at);

-- A former name redirects to the new one and is reserved for 90 days.
create table former_names (
  name text not null,
  user_id bigint not null references users on delete cascade,
  held_until timestamptz not null
);
create unique index former_names_name_key on former_names (lower(name));
create index former_names_user_id_idx on former_names (user_id);
create index former_names_skeleton_idx on former_names (name_skeleton(name));

-- API keys; only the hash is stored.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['READ_OWN', 'UPLOAD', 'MANAGE_OWN']),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- a leap year
  constraint api_keys_lifetime_check check (expires_at - created_at <= interval '8784 hours')
);
create index api_keys_user_idx on api_keys (user_id, id desc);

create table upgrade_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  message text check (length(message) <= 2000),
  status text not null default 'PENDING' check (status in ('PENDING', 'GRANTED', 'REJECTED')),
  decided_by bigint references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  reject_reason text check (length(reject_reason) <= 2000),
  constraint upgrade_requests_rejected_has_reason check (status <> 'REJECTED' or reject_reason is not null)
);
create unique index upgrade_requests_pending_key on upgrade_requests (user_id) where status = 'PENDING';
create index upgrade_requests_waiting_idx on upgrade_requests (created_at) where status = 'PENDING';
create index upgrade_requests_user_idx on upgrade_requests (user_id, id desc);

-- Append-only.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id bigint references users on delete set null,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_subject_idx on audit_log (subject_type, subject_id, id desc);
create index audit_log_actor_idx on audit_log (actor_id, id desc);
create index audit_log_created_idx on audit_log (created_at desc);
create index audit_log_action_idx on audit_log (action, id desc);

-- Exports of a member's data: a ZIP, kept for a day.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  status text not null default 'PENDING' check (status in ('PENDING', 'READY', 'FAILED')),
  -- set before writing, so that a killed process leaves a file that can be found
  key text,
  size bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index exports_user_id_idx on exports (user_id, id desc);
create unique index exports_pending_key on exports (user_id) where status = 'PENDING';
create index exports_created_idx on exports (created_at);

-- Exports of other sites, brought in by members.
create table imports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'FAILED')),
  -- null once processed
  key text,
  problem jsonb,
  clips int not null default 0,
  profile text[] not null default '{}',
  -- [{"what": "a title", "why": a stored message}]
  left_out jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index imports_user_id_idx on imports (user_id, id desc);
create unique index imports_pending_key on imports (user_id) where status = 'PENDING';
create index imports_key_idx on imports (key) where key is not null;
create index imports_created_idx on imports (created_at);

create function keep_former_name() returns trigger language plpgsql as $$
begin
  -- after the write, so that a rename that commits meanwhile is visible
  if exists (
    select from former_names where lower(name) = lower(new.username) and user_id <> new.id and held_until > now()
  ) then
    raise unique_violation using message = 'This name is held.', constraint = 'users_username_key', table = 'users';
  end if;
  delete from former_names where lower(name) = lower(new.username);
  if tg_op = 'UPDATE' then
    insert into former_names (name, user_id, held_until) values (old.username, old.id, now() + interval '90 days')
      on conflict (lower(name)) do update set user_id = excluded.user_id, held_until = excluded.held_until;
  end if;
  return null;
end $$;

-- An after trigger, so that a change of address that commits meanwhile is visible.
create function keep_reserved_email() returns trigger language plpgsql as $$
begin
  if exists (
    select from account_tokens
    where purpose = 'TAKE_BACK' and lower(email) = lower(new.email) and user_id <> new.id and expires_at > now()
  ) then
    raise unique_violation using message = 'This address is reserved.', constraint = 'users_email_key', table = 'users';
  end if;
  return null;
end $$;

create function raise_sign_in_epoch() returns trigger language plpgsql as $$
begin
  new.sign_in_epoch := old.sign_in_epoch + 1;
  return new;
end $$;

create function raise_sign_in_epoch_by_step() returns trigger language plpgsql as $$
begin
  update users set sign_in_epoch = sign_in_epoch + 1 where id = old.user_id;
  return null;
end $$;

create trigger users_email_reserved after insert or update of email on users for each row when (new.email is not null)
  execute function keep_reserved_email();
create trigger users_former_name_insert after insert on users for each row execute function keep_former_name();
create trigger users_former_name_update after update of username on users for each row
  when (lower(old.username) <> lower(new.username))
  execute function keep_former_name();
create trigger users_sign_in_epoch before update on users for each row
  when ((old.password_hash, old.email, old.role, old.suspended_at) is distinct from (new.password_hash, new.email, new.role, new.suspended_at))
  execute function raise_sign_in_epoch();
create trigger second_steps_sign_in_epoch_delete after delete on second_steps for each row when (old.confirmed_at is not null)
  execute function raise_sign_in_epoch_by_step();
create trigger second_steps_sign_in_epoch_update after update on second_steps for each row
  when (old.confirmed_at is distinct from new.confirmed_at)
  execute function raise_sign_in_epoch_by_step();
