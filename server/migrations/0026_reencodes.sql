-- What was tried while the machine was idle: a file is encoded again once with each codec.
create table reencodes (
  video_id bigint references videos on delete cascade,
  rev text,
  codec text check (codec in ('h264', 'av1')),
  -- 0: what came out was no smaller, or an admin cancelled it
  bytes_saved bigint not null default 0 check (bytes_saved >= 0),
  ended_at timestamptz not null default now(),
  primary key (video_id, rev, codec)
);
