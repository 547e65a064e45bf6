-- Search.

-- one row for each thing that can be found; what is hidden has none
create table search_docs (
  -- 1 videos, 2 people, 3 posts and comments, 4 products
  kind smallint,
  -- a comment's id is negative
  id bigint,
  -- freshness and counts; the higher the earlier
  rank int not null default 0,
  -- hashes of its words, each with the kind and the field it stands in (see search_token)
  tokens int[] not null,
  -- Hashes of two words that stand side by side, each with the kind and the field (neighboursOf() in
  -- server/search/search.rules.ts). Rows that are there get them by the job `search-fill`; until then such words rank as if
  -- they stood apart.
  neighbours int[] not null default '{}',
  spoken int[] not null default '{}',
  spoken_neighbours int[] not null default '{}',
  primary key (kind, id)
);
create index search_docs_rank_idx on search_docs (kind, rank desc, id desc);
create index search_docs_words_idx on search_docs using gin (((tokens || spoken)), ((neighbours || spoken_neighbours))) with (fastupdate=off);

-- every word the site has seen: wrong, begun and inflected words are looked up here. Nothing of it is ever shown: what
-- is shown is read from things that were found
create table search_words (
  word text primary key,
  -- how many things of each kind hold it, as last counted
  docs int[] not null default '{0,0,0,0}',
  -- what is left of it with letters missing, and its stems ('en:run') in the languages it was seen in
  keys text[] not null default '{}'
);
create index search_words_keys_idx on search_words using gin (keys) with (fastupdate=off);

-- things whose rows are out of date. Without a key: a row is written in a few microseconds, and twice does no harm
create table search_pending (
  -- 1 videos, 2 people, 3 posts, 4 products, 5 comments
  part smallint not null,
  id bigint not null
);

-- The folded text with one space between words and around it.
create function search_plain(t text) returns text language sql immutable parallel safe as $$
  select ' ' || trim(regexp_replace(search_fold(t),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0E2F\u0E3F\u0E46\u0E4F\u0E5A\u0E5B\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u302A-\u3030\u303D-\u303F\u30A0\u30FB\uFD3E\uFD3F\uFE10-\uFE6F\uFFFD\U0001F000-\U0001FAFF]+', ' ', 'g')) || ' '
$$;

create function search_dictionary(language text) returns regdictionary language sql stable parallel safe as $$
  select case language when 'en' then 'english_stem' when 'de' then 'german_stem' when 'es' then 'spanish_stem' when 'fr' then 'french_stem' end::regdictionary
$$;

create function search_hash(word text) returns int language sql immutable parallel safe as $$
  select (hashtextextended(word, 0) >> 32)::int
$$;

-- Keeps words of different kinds and fields apart; code = 10 * kind + field (1 title, 2 name, 3 text). The same as
-- tokenOf() in server/search/search.rules.ts.
create function search_token(hash int, code int) returns int language sql immutable parallel safe as $$
  select hash # (((code::bigint * 2654435761) & 4294967295) - 2147483648)::int
$$;

-- As many again as a thing has weigh as much as thirty days.
create function search_rank(attention bigint, since timestamptz) returns int language sql stable parallel safe as $$
  select (64 * log(2, 1 + greatest(attention, 0)) + extract(epoch from since - timestamptz '2020-01-01 00:00Z') / 86400 * 64 / 30)::int
$$;

-- For each word that was typed the known ones it may mean, without typing errors: 1 itself, 2 of its stem, 3 begun with it.
create function search_known(words text[]) returns table(typed text, word text, hash int, docs int[], closeness int) language plpgsql stable set plan_cache_mode TO 'force_generic_plan' set jit to 'off' as $$
#variable_conflict use_column
declare
  each text;
  stems text[];
begin
  foreach each in array words loop
    return query select each, s.word, search_hash(s.word), s.docs, 1 from search_words s where s.word = each;
    stems := array['en:' || (ts_lexize('english_stem', each))[1], 'de:' || (ts_lexize('german_stem', each))[1],
      'es:' || (ts_lexize('spanish_stem', each))[1], 'fr:' || (ts_lexize('french_stem', each))[1]];
    return query select each, s.word, search_hash(s.word), s.docs, 2 from search_words s
      where s.keys && stems and s.word <> each
      order by s.docs[1] + s.docs[2] + s.docs[3] + s.docs[4] desc, s.word limit 30;
    continue when length(each) < 2;
    return query select each, s.word, search_hash(s.word), s.docs, 3 from search_words s
      where s.word > each and s.word < each || chr(1114109)
      order by s.docs[1] + s.docs[2] + s.docs[3] + s.docs[4] desc, s.word limit 30;
  end loop;
end $$;

-- For each of these words ('[{"typed": …, "keys": […]}]') up to 1,000 known ones that share one of its keys and are about as
-- long. Of most only the word is looked at.
create function search_alike(asked jsonb) returns table(typed text, word text, hash int, docs text) language plpgsql stable set plan_cache_mode TO 'force_generic_plan' set jit to 'off' as $$
#variable_conflict use_column
begin
  return query select a.typed, known.word, search_hash(known.word), known.docs::text
    from jsonb_to_recordset(asked) a(typed text, keys text[]), lateral (
      select s.word, s.docs from search_words s where s.keys && a.keys and s.word <> a.typed
        and length(s.word) between length(a.typed) - 2 and length(a.typed) + 2 limit 1000) known;
end $$;

-- As in 0132_search_spoken.sql, but that the condition of a step is written twice: for the index, and for rows that are read
-- anyway.
create function search_steps(asked jsonb) returns table(kind int, tier int, key bigint, id bigint) language plpgsql stable set jit to 'off' set enable_seqscan to 'off' as $$
#variable_conflict use_variable
declare
  k constant int := asked->>'kind';
  most constant int := asked->>'most';
  order_by constant text := asked->>'sort';
  needs_video constant boolean := k = 1 and (order_by <> 'relevance' or asked ?| array['category', 'since', 'lengths']);
  source constant text := 'search_docs d' || case when needs_video then ' join videos v on v.id = d.id and v.is_public' else '' end;
  -- what is walked through has an index for it
  place constant text := case order_by when 'new' then 'v.approved_at' when 'top' then 'v.view_count + coalesce(v.external_views, 0)' else 'd.rank' end;
  place_number constant text := case order_by when 'new' then '(extract(epoch from v.approved_at) * 1000000)::bigint' else place end;
  texts constant text := case k
    when 1 then $q$(select concat_ws(' / ', s.title, s.name, s.body) from searchable_videos s where s.id = d.id)$q$
    when 2 then $q$(select concat_ws(' / ', s.title, s.body) from searchable_people s where s.id = d.id)$q$
    when 3 then $q$(case when d.id > 0 then (select s.body from searchable_posts s where s.id = d.id) else (select s.body from searchable_comments s where s.id = -d.id) end)$q$
    else $q$(select concat_ws(' / ', s.title, s.body) from searchable_products s where s.id = d.id)$q$ end;
  is_there constant text := case k
    when 1 then 'exists (select from searchable_videos s where s.id = f.id)'
    when 2 then 'exists (select from searchable_people s where s.id = f.id)'
    when 3 then 'case when f.id > 0 then exists (select from searchable_posts s where s.id = f.id) else exists (select from searchable_comments s where s.id = -f.id) end'
    else 'exists (select from searchable_products s where s.id = f.id)' end;
  -- folded already, line by line
  said constant text := case when k = 1 then $q$(select regexp_replace(s.spoken, '\s+', ' ', 'g') from searchable_videos s where s.id = d.id)$q$ else $q$''$q$ end;
  filters constant text := concat(
    ' and v.category = ' || quote_literal(asked->>'category'),
    ' and v.approved_at > now() - make_interval(secs => ' || (asked->>'since')::int || ')',
    ' and v.duration_ms >= ' || (asked->'lengths'->>0)::bigint || ' and v.duration_ms < ' || (asked->'lengths'->>1)::bigint,
    ' and not (d.tokens || d.spoken) && ' || quote_literal(nullif(asked->>'excluded', '{}')) || '::int[]');
  says constant text := coalesce((select string_agg(format(' and (position(%1$L in search_plain(%2$s)) > 0 or position(%1$L in %3$s) > 0)', phrase, texts, said), '')
    from jsonb_array_elements_text(asked->'phrases') phrase), '');
  known bigint[] := array(select jsonb_array_elements_text(asked->'known')::bigint);
  passed text := '';
  by_index text;
  by_row text;
  begun text;
  had int;
  step record;
  is_walk boolean;
  new_ids bigint[];
  new_keys bigint[];
  ids bigint[] := '{}';
  keys bigint[] := '{}';
  tiers int[] := '{}';
  many bigint;
begin
  for step in
    select (s->>'tier')::int as tier, s->'isMany' = 'true' as is_many, s->'isPast' = 'true' as is_past, s->'isSpoken' = 'true' as is_spoken,
      concat_ws(' and ', (
        select string_agg('(' || ways.met || ')', ' and ') from jsonb_array_elements(s->'terms') term, lateral (
          select string_agg('(' || sets.met || ')', ' or ') as met from jsonb_array_elements(term) way, lateral (
            select string_agg(format('%%1$s && %L::int[]', tokens), ' and ') as met from jsonb_array_elements_text(way) tokens) sets) ways),
        (select string_agg(format('%%2$s && %L::int[]', tokens), ' and ') from jsonb_array_elements_text(s->'neighbours') tokens)) as met
    from jsonb_array_elements(asked->'steps') with ordinality each(s, at)
    order by at
  loop
    -- what takes longer than a second shows what was found so far
    exit when clock_timestamp() > statement_timestamp() + interval '1 second';
    by_index := format(step.met, '(d.tokens || d.spoken)', '(d.neighbours || d.spoken_neighbours)');
    by_row := case when step.is_spoken then by_index else format(step.met, 'd.tokens', 'd.neighbours') end;
    begun := '';
    if not step.is_past then
      if step.tier = (asked->'after'->>'tier')::int then
        begun := format(' and (%s, d.id) < (%s, %s)', place_number, (asked->'after'->>'key')::bigint, (asked->'after'->>'id')::bigint);
      end if;
      foreach is_walk in array case when step.is_many then '{true,false}'::boolean[] else '{false}' end loop
        had := cardinality(ids);
        continue when had >= most;
        execute case when is_walk then format(
          'select array_agg(f.id), array_agg(f.key) from (
             select d.id, d.key from (
               select d.id, %1$s as place, %2$s as key, d.tokens, d.neighbours, d.spoken, d.spoken_neighbours from %3$s
               where d.kind = %4$s %5$s %6$s and d.id <> all ($1) order by %1$s desc, d.id desc limit 2000) d
             where %7$s %8$s %9$s order by d.place desc, d.id desc limit %10$s) f',
          place, place_number, source, k, filters, begun, by_row, passed, says, most - had)
        else format(
          'with d as materialized (select d.id, %s as key from %s where %s and d.kind + 0 = %s %s %s %s and d.id <> all ($1) %s)
           select array_agg(f.id), array_agg(f.key) from (select d.id, d.key from d order by d.key desc, d.id desc limit %s) f',
          place_number, source, by_index, k, filters, begun, passed, says, most - had) end
        into new_ids, new_keys using known;
        continue when new_ids is null;
        known := known || new_ids;
        ids := ids || new_ids;
        keys := keys || new_keys;
        tiers := tiers || array_fill(step.tier, array[cardinality(new_ids)]);
      end loop;
    end if;
    -- what came on earlier pages doesn't come again
    if step.is_past or begun <> '' then passed := passed || ' and not (' || by_row || ')'; end if;
  end loop;
  if asked->'isCounted' = 'true' and cardinality(ids) >= most then
    execute format('select count(*) from (select from %s where %s and d.kind + 0 = %s %s %s limit 1001) counted', source, by_index, k, filters, says) into many;
    return query select k, -1, 0::bigint, many;
  end if;
  -- what is shown is looked at once more, whatever the index says
  return query execute format(
    'select %s, f.tier, f.key, f.id from unnest($1, $2, $3) with ordinality f(id, key, tier, at) where %s order by f.at', k, is_there)
    using ids, keys, tiers;
end $$;

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

-- Whoever publishes a video notes the video alone. Its comments, which can be found from then on, are one row more
-- (part 6), and looked up by whoever writes the index.
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
  if tg_op = 'DELETE' then return null; end if;
  insert into search_pending values (1, new.id);
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
  return null;
end $$;

create function search_product_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.hidden_at is not null then
    delete from search_docs where kind = 4 and id = old.id;
    perform search_changed();
  end if;
  if tg_op <> 'DELETE' then insert into search_pending values (4, new.id); end if;
  return null;
end $$;

-- What is taken away leaves the index in the same transaction: the clip's row is written anew by the next worker.
create function search_captions_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.plain is not null then
    delete from search_docs where kind = 1 and id = old.video_id;
    perform search_changed();
  end if;
  insert into search_pending values (1, coalesce(new.video_id, old.video_id));
  return null;
end $$;

-- what is said is searched with the clip
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

-- What the pictures of a product show is searched, too; and the sample products say what they are.
create view searchable_products as
  select p.id, p.name as title,
    concat_ws(' ', p.category, p.description, (select string_agg(alt, ' ') from jsonb_array_elements_text(p.image_alts) alt)) as body
  from products p where p.hidden_at is null;

create trigger users_searched_delete after delete on users for each row execute function search_user_changed();
create trigger users_searched_gone after delete on users referencing old table as added for each statement
  execute function search_mark_added('2');
create trigger users_searched_update after update on users for each row
  when ((old.username, old.display_name, old.bio, old.suspended_at is null, old.deleted_at is null) is distinct from (new.username, new.display_name, new.bio, new.suspended_at is null, new.deleted_at is null))
  execute function search_user_changed();
create trigger videos_searched_delete after delete on videos for each row when (old.is_public)
  execute function search_video_changed();
-- What is deleted is noted, too: a row of the index that is written at that moment would stay.
create trigger videos_searched_gone after delete on videos referencing old table as added for each statement
  execute function search_mark_added('1');
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
create trigger comments_searched_gone after delete on comments referencing old table as added for each statement
  execute function search_mark_added('5');
create trigger comments_searched_insert after insert on comments referencing new table as added for each statement
  execute function search_mark_added('5');
create trigger comments_searched_update after update on comments for each row
  when ((old.text, old.author_id, old.video_id, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.text, new.author_id, new.video_id, new.hidden_at, new.deleted_at, new.held_at))
  execute function search_comment_changed();
create trigger posts_searched_delete after delete on posts referencing old table as gone for each statement
  execute function search_posts_gone();
create trigger posts_searched_gone after delete on posts referencing old table as added for each statement
  execute function search_mark_added('3');
create trigger posts_searched_insert after insert on posts referencing new table as added for each statement
  execute function search_mark_added('3');
create trigger posts_searched_update after update on posts for each row
  when ((old.content, old.author_id, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.content, new.author_id, new.hidden_at, new.deleted_at, new.held_at))
  execute function search_post_changed();
create trigger products_searched_delete after delete on products for each row execute function search_product_changed();
create trigger products_searched_gone after delete on products referencing old table as added for each statement
  execute function search_mark_added('4');
create trigger products_searched_insert after insert on products for each row execute function search_mark('4');
create trigger products_searched_update after update on products for each row
  when ((old.name, old.category, old.description, old.image_alts, old.hidden_at) is distinct from (new.name, new.category, new.description, new.image_alts, new.hidden_at))
  execute function search_product_changed();
