-- Search: what changed in the index, for processes that keep a copy of it in memory (server/search/mirror.actions.ts).
-- docs/search.md, docs/decisions/078

-- Each change with the transaction that made it: whoever knows which transactions a copy has seen asks for the others. (Rows
-- that were brought from another server may name transactions to come here.) Not logged: after a crash every copy is read
-- anew.
create unlogged table search_changes (
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  -- as in search_docs; 0: a word; -1: more at once than are worth telling apart
  kind smallint not null,
  id bigint,
  word text collate "C"
);
create index search_changes_xid_idx on search_changes (xid);

-- Until which transaction changes were forgotten.
create unlogged table search_forgotten (
  only_row boolean primary key default true check (only_row),
  xid xid8 not null
);

create function search_note_docs() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 101) few) > 100 then
    insert into search_changes (kind) values (-1);
  else
    insert into search_changes (kind, id) select kind, id from changed;
  end if;
  return null;
end $$;
create trigger search_docs_inserted after insert on search_docs referencing new table as changed for each statement execute function search_note_docs();
create trigger search_docs_updated after update on search_docs referencing new table as changed for each statement execute function search_note_docs();
create trigger search_docs_deleted after delete on search_docs referencing old table as changed for each statement execute function search_note_docs();

create function search_note_words() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 501) few) > 500 then
    insert into search_changes (kind) values (-1);
  else
    insert into search_changes (kind, word) select 0, word from changed;
  end if;
  return null;
end $$;
create trigger search_words_inserted after insert on search_words referencing new table as changed for each statement execute function search_note_words();
create trigger search_words_updated after update on search_words referencing new table as changed for each statement execute function search_note_words();
create trigger search_words_deleted after delete on search_words referencing old table as changed for each statement execute function search_note_words();

-- Of the keys of a word the stems.
create function search_stems(keys text[]) returns text[] language sql immutable parallel safe as $$
  select array(select key from unnest(keys) key where key like '__:%')
$$;

-- What a copy that has seen `since` lacks, how many things changed that aren't in the index yet, and what the dictionaries
-- know of some words: as one value, all of one moment.
create function search_news(since pg_snapshot, asked text[]) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  many int := (select count(*) + 1000 * count(*) filter (where kind < 0) from (
    select kind from search_changes where xid >= pg_snapshot_xmin(since) and xid < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(xid, since) limit 1001) few);
begin
  return json_build_object(
    'seen', pg_current_snapshot()::text,
    'server', extract(epoch from pg_postmaster_start_time())::text,
    'pending', (select count(*) from (select from search_pending limit 99) few),
    'isTooMuch', many >= 1000 or exists (select from search_forgotten where xid >= pg_snapshot_xmin(since) and xid < pg_snapshot_xmax(pg_current_snapshot())),
    'asked', (select json_agg(json_build_array(word, search_hash(word), (ts_lexize('english_stem', word))[1], (ts_lexize('german_stem', word))[1],
      (ts_lexize('spanish_stem', word))[1], (ts_lexize('french_stem', word))[1])) from unnest(asked) word),
    'things', case when many between 1 and 999 then (
      select json_agg(json_build_array(c.kind, c.id, d.rank, d.tokens)) from (
        select distinct kind, id from search_changes where xid >= pg_snapshot_xmin(since) and xid < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(xid, since) and kind > 0) c
      left join search_docs d on d.kind = c.kind and d.id = c.id) end,
    'words', case when many between 1 and 999 then (
      select json_agg(json_build_array(c.word, search_hash(w.word), w.docs, search_stems(w.keys))) from (
        select distinct word from search_changes where xid >= pg_snapshot_xmin(since) and xid < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(xid, since) and kind = 0) c
      left join search_words w on w.word = c.word) end);
end $$;

-- What is deleted is noted, too: a row of the index that is written at that moment would stay.
create trigger videos_searched_gone after delete on videos referencing old table as added for each statement execute function search_mark_added(1);
create trigger users_searched_gone after delete on users referencing old table as added for each statement execute function search_mark_added(2);
create trigger posts_searched_gone after delete on posts referencing old table as added for each statement execute function search_mark_added(3);
create trigger products_searched_gone after delete on products referencing old table as added for each statement execute function search_mark_added(4);
create trigger comments_searched_gone after delete on comments referencing old table as added for each statement execute function search_mark_added(5);
