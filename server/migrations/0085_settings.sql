-- The owner's settings: every version of each section, the highest holds. Secrets are encrypted.
create table settings_versions (
  section text not null,
  version int not null check (version > 0),
  value jsonb not null,
  secrets jsonb not null default '{}',
  author_id bigint references users on delete set null,
  author_name text not null,
  created_at timestamptz not null default now(),
  primary key (section, version)
);
create index settings_versions_author_idx on settings_versions (author_id);
