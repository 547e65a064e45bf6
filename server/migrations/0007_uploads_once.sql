-- A sender's own name for an upload, so that one that is sent again after its answer got lost is received once.
alter table uploads
  add column idempotency_key text check (length(idempotency_key) between 8 and 100),
  add constraint uploads_once unique (user_id, idempotency_key);
-- what became a video is looked for when that video is withdrawn
create index uploads_video_idx on uploads (video_id) where video_id is not null;
