-- Words that were changed since a clip came out change its page, which the sitemap tells.
drop index videos_public_ids_idx;
create index videos_public_ids_idx on videos (id) include (approved_at, edited_at) where is_public;
