-- Who may see a clip. PUBLIC: everybody, and it stands in lists; UNLISTED: whoever has its address; MEMBERS: who is signed in;
-- PRIVATE: its creator and admins. `publish_at`: when it comes out; null once that has come, or where nothing was said.
alter table videos
  add column visibility text not null default 'PUBLIC' constraint videos_visibility_check check (visibility in ('PUBLIC', 'UNLISTED', 'MEMBERS', 'PRIVATE')),
  add column publish_at timestamptz,
  -- others than its creator and admins see it: approved, ready, out, neither archived nor private
  add column is_live boolean not null default false;

-- written by the trigger from now on: what it is made of can't be added to a generated column without writing a million rows
alter table videos alter column is_public drop expression;
alter table videos alter column is_public set default false;

create function show_video() returns trigger language plpgsql as $$
begin
  new.is_live := new.status = 'APPROVED' and new.processing = 'READY' and new.archived_at is null
    and new.visibility <> 'PRIVATE' and new.publish_at is null;
  new.is_public := new.is_live and new.visibility = 'PUBLIC';
  return new;
end $$;
create trigger videos_shown before insert or update of status, processing, archived_at, visibility, publish_at, is_live, is_public
  on videos for each row execute function show_video();

update videos set is_live = true where is_public;
alter table videos drop constraint videos_flags_need_approval,
  add constraint videos_flags_need_approval check (not (is_featured or is_trending)
    or (status = 'APPROVED' and archived_at is null and visibility = 'PUBLIC'));
alter table videos add constraint videos_public_is_live check (is_public = (is_live and visibility = 'PUBLIC'));

-- The one rule of who sees a clip, for a row of `videos`; `viewer` null: a guest. Lists, feeds and search hold what `is_public`
-- says, whoever asks. server/videos/can-see.store.ts writes it into statements.
create function can_see(v videos, viewer bigint, is_admin boolean) returns boolean language sql immutable parallel safe as $$
  select v.is_live and (v.visibility <> 'MEMBERS' or viewer is not null) or coalesce(v.uploader_id = viewer, false) or is_admin
$$;

create index videos_scheduled_idx on videos (publish_at) where publish_at is not null;
-- private clips are not reviewed
drop index videos_review_queue_idx;
create index videos_review_queue_idx on videos (submitted_at, id)
  where origin = 'UPLOAD' and status = 'PENDING' and archived_at is null and visibility <> 'PRIVATE';
drop index videos_pending_idx;
create index videos_pending_idx on videos (origin) where status = 'PENDING' and archived_at is null and visibility <> 'PRIVATE';
