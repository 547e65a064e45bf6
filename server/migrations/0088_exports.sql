-- What people take along: a ZIP made by a job, kept for a day.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  status text not null default 'PENDING' check (status in ('PENDING', 'READY', 'FAILED')),
  -- named before it is written, so that what a killed process left is found
  key text,
  size bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index exports_user_id_idx on exports (user_id, id desc);
create unique index exports_pending_key on exports (user_id) where status = 'PENDING';
create index exports_created_idx on exports (created_at);
