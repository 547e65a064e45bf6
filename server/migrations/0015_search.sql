-- Full-text search: an index kept in step by triggers, and a vocabulary for typos.

create extension if not exists pg_trgm;

-- One row per visible item, partitioned by kind so that the planner has statistics for each.
create table search_docs (
  -- 1 videos, 2 people, 3 posts and comments, 4 products
  kind smallint,
  -- negative for comments
  id bigint,
  -- freshness and popularity
  rank int not null default 0,
  -- weights: A title, B name, C text, D spoken
  words tsvector not null,
  primary key (kind, id)
) partition by list (kind);
create table search_videos partition of search_docs for values in (1);
create table search_people partition of search_docs for values in (2);
create table search_posts partition of search_docs for values in (3);
create table search_products partition of search_docs for values in (4);
create index search_docs_rank_idx on search_docs (rank desc, id desc);
-- Words are merged into these indexes by the batch, which is three times as fast; what waits for it is read with each search.
create index search_docs_words_idx on search_docs using gin (words) with (gin_pending_list_limit = 1024);
-- For suggestions: the index above doesn't know in which field a word stands.
create index search_docs_titles_idx on search_docs using gin (ts_filter(words, '{a}')) with (gin_pending_list_limit = 1024);

-- Words of the index, for typos and stems; shown only if a visible item contains them.
create table search_words (
  word text primary key,
  -- such as 'run' of 'running'
  stems text[] not null,
  -- number of items, as last counted
  docs int not null default 0
);
create index search_words_trigrams_idx on search_words using gin (word gin_trgm_ops);
create index search_words_stems_idx on search_words using gin (stems);

-- Items whose row is outdated. No key: duplicates are harmless, and inserts cheap.
create table search_pending (
  -- 1 videos, 2 people, 3 posts, 4 products, 5 comments, 6 all comments of a video
  part smallint not null,
  id bigint not null
);

-- Folded words separated by single spaces, without the Arabic article (كتاب finds الكتاب).
create function search_plain(t text) returns text language sql immutable parallel safe as $$
  select regexp_replace(' ' || btrim(regexp_replace(search_fold(t),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0E2F\u0E3F\u0E46\u0E4F\u0E5A\u0E5B\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u302A-\u3030\u303D-\u303F\u30A0\u30FB\uFD3E\uFD3F\uFE10-\uFE6F\uFFFD\U0001F000-\U0001FAFF]+', ' ', 'g')) || ' ', ' ال(?=[^ ]{2})', ' ', 'g')
$$;

-- Bigrams for scripts without spaces: 東京タワー is 東京, 京タ, タワ, ワー.
create function search_pairs(run text) returns text[] language sql immutable parallel safe as $$
  select case when cardinality(c) = 1 then c else array(select c[i] || c[i + 1] from generate_series(1, cardinality(c) - 1) i) end
  from string_to_array(run, null) c
$$;

-- Words from position `start`, then single letters of scripts without spaces and joined words ("spiderman"). Same as
-- wordsOf() and partsOf() in server/search/search.rules.ts.
create function search_vector(t text, weight text, start int) returns tsvector language plpgsql immutable parallel safe as $$
declare
  unspaced constant text := '[\u0E01-\u0E5B\u0E81-\u0EDF\u1000-\u109F\u1780-\u17DD\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\U00020000-\U0003FFFF]';
  signs constant text := '[-\u2010\u2011''\u2019]';
  words text[];
  others text[] := '{}';
begin
  if t is null then return ''; end if;
  if t ~ signs then
    others := array(select regexp_replace(matched[1], signs, '', 'g')
      from regexp_matches(search_fold(t), '[[:alnum:]]+(?:' || signs || '[[:alnum:]]+)+', 'g') matched);
  end if;
  t := btrim(search_plain(t));
  if octet_length(t) = length(t) or t !~ unspaced then
    words := string_to_array(t, ' ');
  else
    others := others || array(select matched[1] from regexp_matches(t, unspaced, 'g') matched);
    words := array(
      select word from string_to_table(regexp_replace(t, '(' || unspaced || '+)', ' \1 ', 'g'), ' ') with ordinality pieces(piece, at),
        unnest(case when piece ~ unspaced then search_pairs(piece) else array[piece] end) with ordinality parts(word, place)
      order by at, place);
  end if;
  return coalesce((select string_agg(concat('''', left(word, 40), ''':', least(start + at, 16383), weight), ' ')
    from unnest(words || others) with ordinality all_words(word, at) where word <> ''), '')::tsvector;
end $$;

-- Stems in any language that differ from the word.
create function search_stems(word text) returns text[] language sql stable parallel safe as $$
  select array(select distinct stem from unnest(array[(ts_lexize('english_stem', word))[1], (ts_lexize('german_stem', word))[1],
    (ts_lexize('spanish_stem', word))[1], (ts_lexize('french_stem', word))[1]]) stem where stem <> word)
$$;

-- Similar words, most similar first; the caller computes edit distances.
create function search_similar(typed text) returns table (word text, docs int) language sql stable
set pg_trgm.similarity_threshold = 0.15 as $$
  select w.word, w.docs from search_words w
  where w.word % typed and length(w.word) between length(typed) - 2 and length(typed) + 2
  order by similarity(w.word, typed) desc limit 200
$$;

-- Doubling the attention outweighs thirty days.
create function search_rank(attention bigint, since timestamptz) returns int language sql stable parallel safe as $$
  select (64 * log(2, 1 + greatest(attention, 0)) + extract(epoch from since - timestamptz '2020-01-01 00:00Z') / 86400 * 64 / 30)::int
$$;

-- All processes drop, or refresh, cached search responses (server/app/database/pubsub.ts).
create function search_changed(topic text default 'cache') returns void language sql as $$
  select pg_notify('lll_events', format(E'database\n%s search', topic))
$$;

-- A person without visible content is not found.
create function search_leave(person bigint) returns void language plpgsql as $$
begin
  delete from search_docs d where kind = 2 and d.id = person and not exists (select from searchable_people s where s.id = person);
  insert into search_pending select 2, person where person is not null;
end $$;

create function search_mark() returns trigger language plpgsql as $$
begin
  insert into search_pending values (tg_argv[0]::smallint, new.id);
  return null;
end $$;

create function search_mark_added() returns trigger language plpgsql as $$
begin
  insert into search_pending select tg_argv[0]::smallint, id from added;
  return null;
end $$;

-- Publishing notes the video alone; part 6 has the index writer look up its comments.
create function search_video_changed() returns trigger language plpgsql as $$
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
  -- deleted ones too: a concurrent writer may still insert the row
  insert into search_pending values (1, old.id);
  if tg_op = 'DELETE' then return null; end if;
  if old.is_public <> new.is_public or old.uploader_id is distinct from new.uploader_id then
    insert into search_pending values (6, new.id);
  end if;
  if old.uploader_id is distinct from new.uploader_id then perform search_leave(old.uploader_id); end if;
  return null;
end $$;

create function search_user_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.suspended_at is not null or new.deleted_at is not null then
    delete from search_docs where kind = 2 and id = old.id;
    perform search_changed();
  end if;
  insert into search_pending values (2, old.id);
  if tg_op = 'DELETE' then return null; end if;
  if old.suspended_at is null and new.suspended_at is not null then
    delete from search_docs where kind = 1 and id in (select v.id from videos v where v.uploader_id = new.id);
    delete from search_docs where kind = 3 and id in (select p.id from posts p where p.author_id = new.id);
    delete from search_docs where kind = 3 and id in (select -c.id from comments c where c.author_id = new.id);
    delete from search_docs where kind = 3 and id in (
      select -c.id from comments c join videos v on v.id = c.video_id
      where v.uploader_id = new.id and c.hidden_at is null and c.deleted_at is null);
  end if;
  insert into search_pending select 1, v.id from videos v where v.uploader_id = new.id and v.is_public;
  if (old.suspended_at is null) <> (new.suspended_at is null) then
    insert into search_pending select 3, p.id from posts p where p.author_id = new.id;
    insert into search_pending select 5, c.id from comments c where c.author_id = new.id
      union select 5, c.id from comments c join videos v on v.id = c.video_id
        where v.uploader_id = new.id and c.hidden_at is null and c.deleted_at is null;
  end if;
  return null;
end $$;

create function search_post_changed() returns trigger language plpgsql as $$
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
  insert into search_pending select 3, id from gone;
  perform search_leave(author_id) from (select distinct author_id from gone) authors;
  return null;
end $$;

create function search_comment_changed() returns trigger language plpgsql as $$
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
  insert into search_pending select 5, id from gone;
  return null;
end $$;

create function search_product_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.hidden_at is not null then
    delete from search_docs where kind = 4 and id = old.id;
    perform search_changed();
  end if;
  insert into search_pending values (4, coalesce(new.id, old.id));
  return null;
end $$;

-- Removed captions leave the index in the same transaction; the video's row is rebuilt later.
create function search_captions_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.plain is not null then
    delete from search_docs where kind = 1 and id = old.video_id;
    perform search_changed();
  end if;
  insert into search_pending values (1, coalesce(new.video_id, old.video_id));
  return null;
end $$;

create view searchable_videos as
  select v.id, v.uploader_id as author_id, v.title,
    case when v.origin = 'IMPORT' then v.external_creator when u.deleted_at is null then concat_ws(' ', u.display_name, u.username) end as name,
    concat_ws(' ', v.category, v.location_name, v.location_address, v.description) as body,
    search_rank(v.view_count + 10 * v.like_count + 20 * v.comment_count, v.approved_at) as rank,
    (select string_agg(left(c.plain, 60000), E'\n' order by c.is_default desc, c.language, c.kind) from captions c where c.video_id = v.id and c.published) as spoken
  from videos v left join users u on u.id = v.uploader_id
  where v.is_public and u.suspended_at is null;

create view searchable_people as
  select u.id, concat_ws(' ', u.display_name, u.username) as title, u.bio as body
  from users u
  where u.suspended_at is null and u.deleted_at is null and (
    exists (select from videos v where v.uploader_id = u.id and v.is_public)
    or exists (select from posts p where p.author_id = u.id and p.hidden_at is null and p.deleted_at is null and p.held_at is null));

create view searchable_posts as
  select p.id, p.author_id, p.content as body, search_rank(10 * p.like_count, p.created_at) as rank
  from posts p left join users u on u.id = p.author_id
  where p.hidden_at is null and p.deleted_at is null and p.held_at is null and u.suspended_at is null;

create view searchable_comments as
  select c.id, c.author_id, c.video_id, c.text as body, search_rank(10 * c.like_count, c.created_at) as rank
  from comments c join searchable_videos v on v.id = c.video_id left join users u on u.id = c.author_id
  where c.hidden_at is null and c.deleted_at is null and c.held_at is null and u.suspended_at is null;

-- Descriptions of pictures are searchable.
create view searchable_products as
  select p.id, p.name as title,
    concat_ws(' ', p.category, p.description, (select string_agg(alt, ' ') from jsonb_array_elements_text(p.image_alts) alt)) as body
  from products p where p.hidden_at is null;

create trigger users_searched_delete after delete on users for each row execute function search_user_changed();
create trigger users_searched_update after update on users for each row
  when ((old.username, old.display_name, old.bio, old.suspended_at is null, old.deleted_at is null) is distinct from (new.username, new.display_name, new.bio, new.suspended_at is null, new.deleted_at is null))
  execute function search_user_changed();
create trigger videos_searched_delete after delete on videos for each row when (old.is_public)
  execute function search_video_changed();
create trigger videos_searched_insert after insert on videos for each row when (new.is_public) execute function search_mark('1');
create trigger videos_searched_update after update on videos for each row
  when ((old.is_public or new.is_public) and (old.is_public, old.title, old.description, old.category, old.uploader_id, old.origin, old.external_creator, old.location_name, old.location_address, old.approved_at) is distinct from (new.is_public, new.title, new.description, new.category, new.uploader_id, new.origin, new.external_creator, new.location_name, new.location_address, new.approved_at))
  execute function search_video_changed();
create trigger captions_searched_delete after delete on captions for each row when (old.plain is not null)
  execute function search_captions_changed();
create trigger captions_searched_insert after insert on captions for each row when (new.plain is not null)
  execute function search_captions_changed();
create trigger captions_searched_update after update on captions for each row when (old.plain is distinct from new.plain)
  execute function search_captions_changed();
create trigger comments_searched_delete after delete on comments referencing old table as gone for each statement
  execute function search_comments_gone();
create trigger comments_searched_insert after insert on comments referencing new table as added for each statement
  execute function search_mark_added('5');
create trigger comments_searched_update after update on comments for each row
  when ((old.text, old.author_id, old.video_id, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.text, new.author_id, new.video_id, new.hidden_at, new.deleted_at, new.held_at))
  execute function search_comment_changed();
create trigger posts_searched_delete after delete on posts referencing old table as gone for each statement
  execute function search_posts_gone();
create trigger posts_searched_insert after insert on posts referencing new table as added for each statement
  execute function search_mark_added('3');
create trigger posts_searched_update after update on posts for each row
  when ((old.content, old.author_id, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.content, new.author_id, new.hidden_at, new.deleted_at, new.held_at))
  execute function search_post_changed();
create trigger products_searched_delete after delete on products for each row execute function search_product_changed();
create trigger products_searched_insert after insert on products for each row execute function search_mark('4');
create trigger products_searched_update after update on products for each row
  when ((old.name, old.category, old.description, old.image_alts, old.hidden_at) is distinct from (new.name, new.category, new.description, new.image_alts, new.hidden_at))
  execute function search_product_changed();

insert into search_pending select 4, id from products;
