-- Uploads on their way, and what processing and review note on a video.

alter table videos
  -- the folder of its files, videos/<id>/<media_rev>/: another one for each file sent in, so that it never changes
  add column media_rev text check (media_rev ~ '^[a-z0-9]{10,40}$'),
  -- the thumbnail its uploader sent, before it was made into sizes
  add column original_thumbnail_key text,
  add column original_size bigint,
  add column original_sha256 text,
  add column checked_at timestamptz,
  -- runs of the present processing step, so that a file that ends the worker each time is given up
  add column processing_tries int not null default 0,
  -- its place in the review queue; a resubmission goes to the end
  add column submitted_at timestamptz not null default now(),
  add column reviewed_at timestamptz,
  add column reviewed_by bigint references users on delete set null,
  add column reject_at_ms bigint check (reject_at_ms >= 0);
create index videos_review_queue_idx on videos (submitted_at, id) where origin = 'UPLOAD' and status = 'PENDING' and archived_at is null;
create index videos_unfinished_idx on videos (id) where origin = 'UPLOAD' and processing in ('QUEUED', 'PROCESSING');

-- a file that is being sent; its row goes with it
create table uploads (
  id text primary key check (id ~ '^[a-z0-9]{20,40}$'),
  user_id bigint not null references users on delete cascade,
  -- the multipart route: not known before the end
  bytes_total bigint check (bytes_total > 0),
  bytes_received bigint not null default 0,
  fields jsonb not null default '{}',
  -- storage keys of what came so far, in order
  parts text[] not null default '{}',
  -- what it became
  video_id bigint references videos on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint uploads_received_fits check (bytes_total is null or bytes_received <= bytes_total)
);
create index uploads_expires_idx on uploads (expires_at);
