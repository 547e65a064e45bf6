-- Comments of a video are found by comments_video_idx, which has the visible ones: without saying so every change of a
-- public video read all comments of the site. (Those that are hidden have no row in search_docs.)
create or replace function search_video_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not new.is_public then
    delete from search_docs where kind = 1 and id = old.id;
    delete from search_docs where kind = 3 and id in (
      select -c.id from comments c where c.video_id = old.id and c.hidden_at is null and c.deleted_at is null);
    perform search_leave(old.uploader_id);
    perform search_changed();
  end if;
  if tg_op = 'DELETE' then return null; end if;
  insert into search_pending values (1, new.id);
  if old.is_public <> new.is_public or old.uploader_id is distinct from new.uploader_id then
    insert into search_pending select 5, c.id from comments c
      where c.video_id = new.id and c.hidden_at is null and c.deleted_at is null;
  end if;
  if old.uploader_id is distinct from new.uploader_id then perform search_leave(old.uploader_id); end if;
  return null;
end $$;

create or replace function search_user_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.suspended_at is not null or new.deleted_at is not null then
    delete from search_docs where kind = 2 and id = old.id;
    perform search_changed();
  end if;
  if tg_op = 'DELETE' then return null; end if;
  if old.suspended_at is null and new.suspended_at is not null then
    delete from search_docs where kind = 1 and id in (select v.id from videos v where v.uploader_id = new.id);
    delete from search_docs where kind = 3 and id in (select p.id from posts p where p.author_id = new.id);
    delete from search_docs where kind = 3 and id in (select -c.id from comments c where c.author_id = new.id);
    delete from search_docs where kind = 3 and id in (
      select -c.id from comments c join videos v on v.id = c.video_id
      where v.uploader_id = new.id and c.hidden_at is null and c.deleted_at is null);
  end if;
  insert into search_pending values (2, new.id);
  insert into search_pending select 1, v.id from videos v where v.uploader_id = new.id and v.is_public;
  if (old.suspended_at is null) <> (new.suspended_at is null) then
    insert into search_pending select 3, p.id from posts p where p.author_id = new.id;
    insert into search_pending select 5, c.id from comments c where c.author_id = new.id
      union select 5, c.id from comments c join videos v on v.id = c.video_id
        where v.uploader_id = new.id and c.hidden_at is null and c.deleted_at is null;
  end if;
  return null;
end $$;
