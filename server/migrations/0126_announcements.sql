-- Clips that came out or are public no more, and are not yet announced to search engines and hubs: written by the triggers
-- below, in the transaction of the fact, however it came about. Where nothing is announced a worker throws them away.
create table announcements (
  id bigint generated always as identity primary key,
  video_id bigint not null
);

create function note_published_video() returns trigger language plpgsql as $$
begin
  insert into announcements (video_id) values (case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end $$;
create trigger videos_changed_announced after update on videos for each row
  when (new.is_public <> old.is_public) execute function note_published_video();
create trigger videos_imported_announced after insert on videos for each row
  when (new.is_public) execute function note_published_video();
create trigger videos_deleted_announced after delete on videos for each row
  when (old.is_public) execute function note_published_video();
