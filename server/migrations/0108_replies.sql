-- Comments and posts can be answered. A thread is what was answered first and all that stands below it, two levels deep:
-- `thread_id` is its first item, `reply_to` the item that was answered.
alter table comments
  add column thread_id bigint references comments on delete cascade,
  add column reply_to bigint references comments on delete cascade,
  -- visible replies of the whole thread, on its first item
  add column reply_count integer not null default 0,
  -- an item above it is hidden or held, and took this one along; it comes back with that one
  add column hidden_with bigint references comments on delete set null,
  add column edited_at timestamptz,
  add constraint comments_thread check ((thread_id is null) = (reply_to is null) and (hidden_with is null or hidden_at is not null));
alter table posts
  add column thread_id bigint references posts on delete cascade,
  add column reply_to bigint references posts on delete cascade,
  add column reply_count integer not null default 0,
  add column hidden_with bigint references posts on delete set null,
  add constraint posts_thread check ((thread_id is null) = (reply_to is null) and (hidden_with is null or hidden_at is not null));

create index comments_thread_idx on comments (thread_id, id) where thread_id is not null;
create index comments_reply_to_idx on comments (reply_to) where reply_to is not null;
create index comments_hidden_with_idx on comments (hidden_with) where hidden_with is not null;
create index posts_thread_idx on posts (thread_id, id) where thread_id is not null;
create index posts_reply_to_idx on posts (reply_to) where reply_to is not null;
create index posts_hidden_with_idx on posts (hidden_with) where hidden_with is not null;

-- lists hold what answers nothing; a deleted one stays while it has replies
create index comments_first_idx on comments (video_id, id desc) where thread_id is null and hidden_at is null;
create index posts_first_idx on posts (id desc) where thread_id is null and hidden_at is null;

alter table videos
  add column pinned_comment_id bigint references comments on delete set null,
  -- null: as the site's settings say
  add column comments_off boolean;
create index videos_pinned_comment_idx on videos (pinned_comment_id) where pinned_comment_id is not null;
