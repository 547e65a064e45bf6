-- Exports of other sites that people bring in: unpacked by a job, the file gone afterwards.
create table imports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'FAILED')),
  -- null: done with
  key text,
  problem text,
  clips int not null default 0,
  profile text[] not null default '{}',
  -- [{"what": "a title", "why": "a sentence"}]
  left_out jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index imports_user_id_idx on imports (user_id, id desc);
create unique index imports_pending_key on imports (user_id) where status = 'PENDING';
create index imports_key_idx on imports (key) where key is not null;
create index imports_created_idx on imports (created_at);
