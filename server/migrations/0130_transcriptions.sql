-- Captions that a machine writes: what was asked for, and what came of it.
create table transcriptions (
  video_id bigint primary key references videos on delete cascade,
  -- SILENT: nobody speaks in it
  state text not null check (state in ('QUEUED', 'DONE', 'SILENT', 'FAILED')),
  -- of the track that was made
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  updated_at timestamptz not null default now()
);
