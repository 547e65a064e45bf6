-- Clips that were public once: a webhook is told of it then, and not again when they come back from an archive, from being
-- private, or with their creator from a suspension.
create table published_videos (
  video_id bigint primary key references videos on delete cascade
);
insert into published_videos select id from videos
where is_public or status = 'APPROVED' and processing = 'READY' and publish_at is null and visibility = 'PUBLIC';

create function tell_published() returns trigger language plpgsql as $$
begin
  insert into published_videos (video_id) values (new.id) on conflict do nothing;
  if found and exists (select from webhooks where is_active and 'CLIP_PUBLISHED' = any (events)) then
    insert into webhook_events (event, subject_id) values ('CLIP_PUBLISHED', new.id);
    perform pg_notify('lll_events', E'database\nwebhooks *');
  end if;
  return null;
end $$;
drop trigger videos_published_told on videos;
drop trigger videos_imported_told on videos;
create trigger videos_published_told after update on videos for each row
  when (new.is_public and not old.is_public) execute function tell_published();
create trigger videos_imported_told after insert on videos for each row
  when (new.is_public) execute function tell_published();
