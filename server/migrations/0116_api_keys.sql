-- Keys for scripts. The key itself is nowhere: only its hash is kept.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  token_hash bytea not null constraint api_keys_token_hash_key unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['READ_OWN', 'UPLOAD', 'MANAGE_OWN']),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_user_idx on api_keys (user_id, id desc);
