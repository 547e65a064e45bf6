-- The sweep of files asks which of them a video names.
create index videos_original_key_idx on videos (original_key) where original_key is not null;
create index videos_original_thumbnail_key_idx on videos (original_thumbnail_key) where original_thumbnail_key is not null;
