-- The creator's studio: what became of their clips day by day, comments that wait for the creator, edits that wait for an admin.

-- Of a creator: each clip's days, and those of all clips together (`video_id` null), which stay when a clip goes. Counts of
-- people, never who. `reached`: how many viewers came to each tenth of the film, from the beginning (0) to its end (10).
create table creator_days (
  user_id bigint not null references users on delete cascade,
  video_id bigint references videos on delete cascade,
  day date not null,
  views bigint not null default 0,
  likes bigint not null default 0,
  comments bigint not null default 0,
  followers bigint not null default 0,
  reached bigint[] not null default '{0,0,0,0,0,0,0,0,0,0,0}' check (cardinality(reached) = 11),
  unique nulls not distinct (user_id, video_id, day)
);
create index creator_days_video_idx on creator_days (video_id) where video_id is not null;

-- Where views came from. `detail`: the other site's host of LINK and EMBED, the phrase of SEARCH; '' where there is none.
create table creator_sources (
  user_id bigint not null references users on delete cascade,
  video_id bigint references videos on delete cascade,
  day date not null,
  source text not null check (source in ('HOME', 'FEED', 'SEARCH', 'CREATOR', 'LINK', 'EMBED', 'OTHER')),
  detail text not null default '' check (length(detail) <= 100),
  views bigint not null default 0,
  unique nulls not distinct (user_id, video_id, day, source, detail)
);
create index creator_sources_video_idx on creator_sources (video_id) where video_id is not null;

-- Views, likes and comments are counted on the clip; its day and its creator's move with that, in the same statement.
create function count_creator_day() returns trigger language plpgsql as $$
begin
  insert into creator_days as d (user_id, video_id, day, views, likes, comments)
  select new.uploader_id, each.id, current_date, new.view_count - old.view_count, new.like_count - old.like_count, new.comment_count - old.comment_count
  from (values (null::bigint), (new.id)) each(id)
  on conflict (user_id, video_id, day) do update
    set views = d.views + excluded.views, likes = d.likes + excluded.likes, comments = d.comments + excluded.comments;
  return null;
end $$;
create trigger videos_creator_day after update on videos for each row when (new.uploader_id = old.uploader_id
  and (old.view_count, old.like_count, old.comment_count) is distinct from (new.view_count, new.like_count, new.comment_count))
  execute function count_creator_day();

create function count_followers_day() returns trigger language plpgsql as $$
begin
  insert into creator_days as d (user_id, video_id, day, followers) values (new.id, null, current_date, new.follower_count - old.follower_count)
  on conflict (user_id, video_id, day) do update set followers = d.followers + excluded.followers;
  return null;
end $$;
create trigger users_followers_day after update on users for each row when (old.follower_count <> new.follower_count)
  execute function count_followers_day();

insert into creator_days (user_id, video_id, day, views)
select v.uploader_id, v.id, d.day, d.views from video_days d join videos v on v.id = d.video_id where v.uploader_id is not null
union all
select v.uploader_id, null, d.day, sum(d.views) from video_days d join videos v on v.id = d.video_id where v.uploader_id is not null group by 1, 3;

alter table videos
  -- comments wait for its creator
  add column comments_held boolean not null default false,
  -- it was its creator who put it into the archive, and may take it out again
  add column archived_by_creator boolean not null default false,
  -- its creator changed words or picture after it was approved
  add column edited_at timestamptz,
  -- what its creator wants it to say, where that waits for an admin; the form is PendingChange of server/submissions/pending.store.ts
  add column pending_change jsonb;
create index videos_pending_change_idx on videos (id) where pending_change is not null;

alter table comments add column held_for_creator boolean not null default false;
create index comments_held_for_creator_idx on comments (video_id, id desc)
  where held_for_creator and held_at is not null and hidden_at is null and deleted_at is null;
