-- the feed of one person, newest first
create index videos_public_uploader_idx on videos (uploader_id, approved_at desc, id desc) where is_public;
