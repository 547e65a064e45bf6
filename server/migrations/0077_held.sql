-- Who waits for a moderator sees more than what is kept for everybody.
create index comments_held_idx on comments (video_id, person) where held_at is not null and hidden_at is null and deleted_at is null;
create index posts_held_idx on posts (author_id) where held_at is not null and hidden_at is null and deleted_at is null;
