-- Statistics, kept in step by triggers.

create table user_totals (
  user_id bigint primary key references users on delete cascade,
  -- visible content and its likes
  videos bigint not null default 0,
  posts bigint not null default 0,
  comments bigint not null default 0,
  likes bigint not null default 0,
  -- uploads by status
  approved bigint not null default 0,
  pending bigint not null default 0,
  rejected bigint not null default 0,
  -- neither suspended nor deleted
  is_listed boolean not null default true,
  -- weights as in contract/creators/creators.ts
  score bigint not null generated always as (10 * videos + 2 * posts + comments + likes) stored
);
create index user_totals_creators_idx on user_totals ((videos > 0) desc, score desc, ((- user_id)) desc)
  where is_listed and ((videos + posts) > 0);

-- Per video, and for all videos of a creator (`video_id` null). `reached`: viewers per tenth of the video, from 0 to 10.
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

-- `detail`: host for LINK and EMBED, phrase for SEARCH, else ''.
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

-- What a single row adds to its author's totals.
create function totals_of(v videos) returns user_totals language sql immutable as $$
  select row(v.uploader_id, v.is_public::int, 0, 0, case when v.is_public then v.like_count else 0 end,
    (v.origin = 'UPLOAD' and v.status = 'APPROVED')::int, (v.origin = 'UPLOAD' and v.status = 'PENDING')::int,
    (v.origin = 'UPLOAD' and v.status = 'REJECTED')::int, null, null)::user_totals
$$;
create function totals_of(p posts) returns user_totals language sql immutable as $$
  select case when p.hidden_at is null and p.deleted_at is null and p.held_at is null
    then row(p.author_id, 0, 1, 0, p.like_count, 0, 0, 0, null, null)::user_totals
    else row(p.author_id, 0, 0, 0, 0, 0, 0, 0, null, null)::user_totals end
$$;
create function totals_of(c comments) returns user_totals language sql immutable as $$
  select case when c.hidden_at is null and c.deleted_at is null and c.held_at is null
    then row(c.author_id, 0, 0, 1, c.like_count, 0, 0, 0, null, null)::user_totals
    else row(c.author_id, 0, 0, 0, 0, 0, 0, 0, null, null)::user_totals end
$$;

create function difference_of_totals(who bigint, after user_totals, before user_totals) returns user_totals language sql immutable as $$
  select row(who, coalesce(after.videos, 0) - coalesce(before.videos, 0), coalesce(after.posts, 0) - coalesce(before.posts, 0),
    coalesce(after.comments, 0) - coalesce(before.comments, 0), coalesce(after.likes, 0) - coalesce(before.likes, 0),
    coalesce(after.approved, 0) - coalesce(before.approved, 0), coalesce(after.pending, 0) - coalesce(before.pending, 0),
    coalesce(after.rejected, 0) - coalesce(before.rejected, 0), null, null)::user_totals
$$;

-- Locks user_totals, not users: uploads hold a share lock there.
create function add_to_totals(change user_totals) returns void language sql as $$
  update user_totals t set videos = t.videos + change.videos, posts = t.posts + change.posts, comments = t.comments + change.comments,
    likes = t.likes + change.likes, approved = t.approved + change.approved, pending = t.pending + change.pending, rejected = t.rejected + change.rejected
  where t.user_id = change.user_id
$$;

create function begin_user_totals() returns trigger language plpgsql as $$
begin
  insert into user_totals (user_id, is_listed) values (new.id, new.suspended_at is null and new.deleted_at is null);
  return null;
end $$;

create function count_for_user() returns trigger language plpgsql as $$
declare
  before user_totals;
  after user_totals;
begin
  if tg_op <> 'INSERT' then before := totals_of(old); end if;
  if tg_op <> 'DELETE' then after := totals_of(new); end if;
  if before.user_id is not distinct from after.user_id then
    perform add_to_totals(difference_of_totals(after.user_id, after, before));
  else
    if before.user_id is not null then perform add_to_totals(difference_of_totals(before.user_id, null, before)); end if;
    if after.user_id is not null then perform add_to_totals(difference_of_totals(after.user_id, after, null)); end if;
  end if;
  return null;
end $$;

create function list_user_totals() returns trigger language plpgsql as $$
begin
  update user_totals set is_listed = new.suspended_at is null and new.deleted_at is null where user_id = new.id;
  return null;
end $$;

create function count_creator_day() returns trigger language plpgsql as $$
begin
  insert into creator_days as d (user_id, video_id, day, views, likes, comments)
  select new.uploader_id, each.id, current_date, new.view_count - old.view_count, new.like_count - old.like_count, new.comment_count - old.comment_count
  from (values (null::bigint), (new.id)) each(id)
  on conflict (user_id, video_id, day) do update
    set views = d.views + excluded.views, likes = d.likes + excluded.likes, comments = d.comments + excluded.comments;
  return null;
end $$;

create function count_followers_day() returns trigger language plpgsql as $$
begin
  insert into creator_days as d (user_id, video_id, day, followers) values (new.id, null, current_date, new.follower_count - old.follower_count)
  on conflict (user_id, video_id, day) do update set followers = d.followers + excluded.followers;
  return null;
end $$;

create trigger users_followers_day after update on users for each row when (old.follower_count <> new.follower_count)
  execute function count_followers_day();
create trigger users_totals_insert after insert on users for each row execute function begin_user_totals();
create trigger users_totals_update after update on users for each row
  when ((old.suspended_at is null, old.deleted_at is null) is distinct from (new.suspended_at is null, new.deleted_at is null))
  execute function list_user_totals();
create trigger videos_creator_day after update on videos for each row
  when (new.uploader_id = old.uploader_id and (old.view_count, old.like_count, old.comment_count) is distinct from (new.view_count, new.like_count, new.comment_count))
  execute function count_creator_day();
create trigger videos_totals_delete after delete on videos for each row when (old.uploader_id is not null)
  execute function count_for_user();
create trigger videos_totals_insert after insert on videos for each row when (new.uploader_id is not null)
  execute function count_for_user();
create trigger videos_totals_update after update on videos for each row
  when ((old.uploader_id is not null or new.uploader_id is not null) and (old.uploader_id, old.is_public, old.like_count, old.status) is distinct from (new.uploader_id, new.is_public, new.like_count, new.status))
  execute function count_for_user();
create trigger comments_totals_delete after delete on comments for each row when (old.author_id is not null)
  execute function count_for_user();
create trigger comments_totals_insert after insert on comments for each row when (new.author_id is not null)
  execute function count_for_user();
create trigger comments_totals_update after update on comments for each row
  when ((old.author_id is not null or new.author_id is not null) and (old.author_id, old.like_count, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.author_id, new.like_count, new.hidden_at, new.deleted_at, new.held_at))
  execute function count_for_user();
create trigger posts_totals_delete after delete on posts for each row when (old.author_id is not null)
  execute function count_for_user();
create trigger posts_totals_insert after insert on posts for each row when (new.author_id is not null)
  execute function count_for_user();
create trigger posts_totals_update after update on posts for each row
  when ((old.author_id is not null or new.author_id is not null) and (old.author_id, old.like_count, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.author_id, new.like_count, new.hidden_at, new.deleted_at, new.held_at))
  execute function count_for_user();
