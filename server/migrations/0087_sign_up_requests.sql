-- People who asked for an account where an administrator lets them in. There is no account until then.
create table sign_up_requests (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  display_name text,
  bio text,
  -- to the owner's question
  answer text not null check (length(answer) <= 4000),
  created_at timestamptz not null default now()
);
create unique index sign_up_requests_username_key on sign_up_requests (lower(username));
create unique index sign_up_requests_email_key on sign_up_requests (lower(email));
create index sign_up_requests_created_idx on sign_up_requests (created_at);
