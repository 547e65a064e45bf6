-- Pictures in posts: uploaded first, then taken up by a post.

create table post_pictures (
  id bigint generated always as identity primary key,
  -- its files in the storage: posts/<random>
  folder text not null unique,
  uploaded_by bigint references users on delete set null,
  post_id bigint references posts on delete set null,
  place smallint,
  alt text check (length(alt) between 1 and 800),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now(),
  -- its post is gone, or none took it up: its files are being removed
  swept_at timestamptz
);
create index post_pictures_post_idx on post_pictures (post_id, place) where post_id is not null;
create index post_pictures_unused_idx on post_pictures (created_at) where post_id is null or swept_at is not null;
