-- Streams of events that people have open, in all processes together: each has a place, which its process renews while it
-- lives (server/app/http/stream-places.ts). After a crash of the database all are free.
create unlogged table event_streams (
  user_id bigint not null references users on delete cascade,
  kind text not null check (length(kind) <= 40),
  place smallint not null,
  -- the process
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (user_id, kind, place)
);
create index event_streams_holder_idx on event_streams (holder);
