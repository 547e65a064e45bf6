-- Where copies of a public video's files are that browsers read past this server (MEDIA_URL), and which of its keys are
-- there by now; null: none. Written by server/videos/publish.jobs.ts alone.
alter table videos add column published_url text, add column published_keys text[];

-- what is to be copied, what is to be taken back, and everything when the address changes; empty without MEDIA_URL
create index videos_unpublished_idx on videos (id) where is_public and media_rev is not null and published_keys is null;
create index videos_withdrawn_idx on videos (id) where not is_public and published_url is not null;
create index videos_published_idx on videos (id) where published_url is not null;
