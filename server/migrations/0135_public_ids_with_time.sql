-- The index of a large sitemap counts the clips of each page and says when the last of them came out: read from this index
-- alone. What asks for the ids is served as before.
drop index if exists videos_public_ids_idx;
create index videos_public_ids_idx on videos (id) include (approved_at) where is_public;
