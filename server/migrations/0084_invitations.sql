-- Links that let people sign up, and who came by which.
create table invitations (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token in the link
  token_hash bytea not null,
  created_by bigint references users on delete set null,
  note text check (length(note) <= 400),
  max_uses int not null check (max_uses between 1 and 1000),
  uses int not null default 0 check (uses between 0 and max_uses),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index invitations_token_hash_key on invitations (token_hash);
create index invitations_created_by_idx on invitations (created_by);

alter table users add column invitation_id bigint references invitations on delete set null;
create index users_invitation_id_idx on users (invitation_id) where invitation_id is not null;
