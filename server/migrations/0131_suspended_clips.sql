-- Clips of somebody suspended are seen by admins alone, as what they wrote is, and come back with them.
alter table videos add column uploader_suspended boolean not null default false;

create or replace function show_video() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.uploader_id is not null then
    new.uploader_suspended := exists (select from users where id = new.uploader_id and suspended_at is not null);
  end if;
  new.is_live := new.status = 'APPROVED' and new.processing = 'READY' and new.archived_at is null
    and new.visibility <> 'PRIVATE' and new.publish_at is null and not new.uploader_suspended;
  new.is_public := new.is_live and new.visibility = 'PUBLIC';
  return new;
end $$;
drop trigger videos_shown on videos;
create trigger videos_shown before insert or update of status, processing, archived_at, visibility, publish_at, uploader_suspended,
  is_live, is_public on videos for each row execute function show_video();

update videos set uploader_suspended = true from users
where users.id = videos.uploader_id and users.suspended_at is not null;
