-- Search: who changes a thing only notes that it changed; the processes write its row of the index a moment later
-- (server/search/flush.actions.ts). What is hidden leaves the index at once, in the same transaction. docs/search.md

-- things whose rows are out of date. Without a key: a row is written in a few microseconds, and twice does no harm
create table search_pending (
  -- 1 videos, 2 people, 3 posts, 4 products, 5 comments
  part smallint not null,
  id bigint not null
);

-- Every process forgets the answers it keeps (server/app/database/pubsub.ts).
create function search_changed() returns void language sql as $$
  select pg_notify('lll_events', E'database\ncache search')
$$;

-- Somebody whose clip or post went away may be nobody now.
create function search_leave(person bigint) returns void language plpgsql as $$
begin
  delete from search_docs d where kind = 2 and d.id = person and not exists (select from searchable_people s where s.id = person);
  insert into search_pending select 2, person where person is not null;
end $$;

drop trigger videos_searched_insert on videos;
drop trigger comments_searched_insert on comments;
drop trigger comments_searched_delete on comments;
drop trigger posts_searched_insert on posts;
drop trigger posts_searched_delete on posts;

-- the thing alone
create function search_mark() returns trigger language plpgsql as $$
begin
  insert into search_pending values (tg_argv[0]::smallint, new.id);
  return null;
end $$;
-- all things of a statement
create function search_mark_added() returns trigger language plpgsql as $$
begin
  insert into search_pending select tg_argv[0]::smallint, id from added;
  return null;
end $$;
create trigger videos_searched_insert after insert on videos for each row when (new.is_public) execute function search_mark(1);
create trigger posts_searched_insert after insert on posts referencing new table as added for each statement execute function search_mark_added(3);
create trigger comments_searched_insert after insert on comments referencing new table as added for each statement execute function search_mark_added(5);

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

create or replace function search_comment_changed() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null or new.deleted_at is not null or new.held_at is not null then
    delete from search_docs where kind = 3 and id = -new.id;
    perform search_changed();
  end if;
  insert into search_pending values (5, new.id);
  return null;
end $$;
create function search_comments_gone() returns trigger language plpgsql as $$
begin
  delete from search_docs where kind = 3 and id in (select -id from gone);
  if found then perform search_changed(); end if;
  return null;
end $$;
create trigger comments_searched_delete after delete on comments referencing old table as gone for each statement execute function search_comments_gone();

create or replace function search_post_changed() returns trigger language plpgsql as $$
begin
  if new.hidden_at is not null or new.deleted_at is not null or new.held_at is not null then
    delete from search_docs where kind = 3 and id = new.id;
    perform search_leave(old.author_id);
    perform search_changed();
  elsif old.author_id is distinct from new.author_id then
    perform search_leave(old.author_id);
  end if;
  insert into search_pending values (3, new.id);
  return null;
end $$;
create function search_posts_gone() returns trigger language plpgsql as $$
begin
  delete from search_docs where kind = 3 and id in (select id from gone);
  if found then perform search_changed(); end if;
  perform search_leave(author_id) from (select distinct author_id from gone) authors;
  return null;
end $$;
create trigger posts_searched_delete after delete on posts referencing old table as gone for each statement execute function search_posts_gone();

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

create or replace function search_product_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.hidden_at is not null then
    delete from search_docs where kind = 4 and id = old.id;
    perform search_changed();
  end if;
  if tg_op <> 'DELETE' then insert into search_pending values (4, new.id); end if;
  return null;
end $$;
drop trigger products_searched_insert on products;
create trigger products_searched_insert after insert on products for each row execute function search_mark(4);

-- words are cut by server/search/search.rules.ts alone
drop function search_refill(text, bigint, int);
drop function search_people(bigint[]);
drop function search_videos(bigint[]);
drop function search_posts(bigint[]);
drop function search_comments(bigint[]);
drop function search_products(bigint[]);
drop function search_lock(bigint[], bigint[]);
drop function search_put(int, bigint, int, text, text, text);
drop function search_learn(text[]);
drop function search_language(text[]);
drop function search_deletions(text);
drop function search_split(text);
