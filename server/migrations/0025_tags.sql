-- Tags of videos and posts, and who follows them.

create table tags (
  name text collate "C" primary key check (length(name) between 1 and 40),
  -- for the sitemap, which is paged by ids
  id bigint not null generated always as identity unique,
  -- what it was renamed to or merged into; that has not moved itself
  moved_to text collate "C" references tags on update cascade,
  blocked_at timestamptz,
  constraint tags_moved_check check (moved_to is null or (blocked_at is null and moved_to <> name))
);
create index tags_moved_to_idx on tags (moved_to) where moved_to is not null;

create table video_tags (
  video_id bigint references videos on delete cascade,
  tag text collate "C" references tags on update cascade,
  position int not null,
  -- in the field, not only in the description
  in_field boolean not null,
  primary key (video_id, tag)
);
create index video_tags_tag_idx on video_tags (tag, video_id);

create table post_tags (
  post_id bigint references posts on delete cascade,
  tag text collate "C" references tags on update cascade,
  position int not null,
  primary key (post_id, tag)
);
create index post_tags_tag_idx on post_tags (tag, post_id);

create table tag_follows (
  follower_id bigint references users on delete cascade,
  tag text collate "C" references tags on update cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, tag)
);
create index tag_follows_tag_idx on tag_follows (tag, follower_id);

create or replace view searchable_videos as
  select v.id, v.uploader_id as author_id, v.title,
    case when v.origin = 'IMPORT' then v.external_creator when u.deleted_at is null then concat_ws(' ', u.display_name, u.username) end as name,
    concat_ws(' ', v.category, v.location_name, v.location_address,
      (select string_agg(vt.tag collate "default", ' ' order by vt.position) from video_tags vt join tags t on t.name = vt.tag
        where vt.video_id = v.id and t.blocked_at is null),
      v.description) as body,
    search_rank(v.view_count + 10 * v.like_count + 20 * v.comment_count, v.approved_at) as rank,
    (select string_agg(left(c.plain, 60000), E'\n' order by c.is_default desc, c.language, c.kind) from captions c where c.video_id = v.id and c.published) as spoken
  from videos v left join users u on u.id = v.uploader_id
  where v.is_public and u.suspended_at is null;

create function search_video_tagged() returns trigger language plpgsql as $$
begin
  insert into search_pending values (1, coalesce(new.video_id, old.video_id));
  return null;
end $$;

create function search_tag_blocked() returns trigger language plpgsql as $$
begin
  insert into search_pending select 1, video_id from video_tags where tag = new.name;
  return null;
end $$;

create trigger video_tags_searched after insert or delete or update of tag on video_tags for each row
  execute function search_video_tagged();
create trigger tags_searched after update on tags for each row
  when ((old.blocked_at is null) is distinct from (new.blocked_at is null)) execute function search_tag_blocked();
