-- Whoever publishes a video notes the video alone. Its comments, which can be found from then on, are one row more
-- (part 6), and looked up by whoever writes the index.
create or replace function search_video_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.is_public and old.uploader_id is not distinct from new.uploader_id then
    if old.is_public then
      insert into search_pending values (1, new.id);
    else
      insert into search_pending values (1, new.id), (6, new.id);
    end if;
    return null;
  end if;
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
    insert into search_pending values (6, new.id);
  end if;
  if old.uploader_id is distinct from new.uploader_id then perform search_leave(old.uploader_id); end if;
  return null;
end $$;
