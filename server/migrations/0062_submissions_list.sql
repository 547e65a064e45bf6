-- The review's list reads the newest uploads from the end of an index.
create index videos_uploads_idx on videos (created_at desc, id desc) where origin = 'UPLOAD' and archived_at is null;
