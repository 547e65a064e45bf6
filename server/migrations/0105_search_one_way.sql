-- Search: one way for every search, and words that stand side by side. docs/search.md, docs/decisions/086
-- Nothing has been released with what goes here, so that it goes at once.

-- copies in the memory of processes (0101)
drop trigger search_docs_inserted on search_docs;
drop trigger search_docs_updated on search_docs;
drop trigger search_docs_deleted on search_docs;
drop trigger search_words_inserted on search_words;
drop trigger search_words_updated on search_words;
drop trigger search_words_deleted on search_words;
drop function search_news(pg_snapshot, text[]);
drop function search_note_docs();
drop function search_note_words();
drop function search_stems(text[]);
drop table search_changes;
drop table search_forgotten;

-- the best things and the commonest beginnings apart (0097), and what read them (0080, 0098)
drop function search_steps(int[], int[], int, int[], bigint[], int[]);
drop function search_known(text[]);
drop function search_lookup(text[]);
drop table search_best;
drop table search_shelves;
drop table search_beginnings;

-- Hashes of two words that stand side by side, each with the kind and the field (neighboursOf() in
-- server/search/search.rules.ts). Rows that are there get them by the job `search-fill`; until then such words rank as if
-- they stood apart.
alter table search_docs add column neighbours int[] not null default '{}';
drop index search_docs_tokens_idx;
create index search_docs_tokens_idx on search_docs using gin (tokens, neighbours) with (fastupdate = off);

-- For each word that was typed the known ones it may mean, without typing errors: 1 itself, 2 of its stem, 3 begun with it.
create function search_known(words text[]) returns table (typed text, word text, hash int, docs int[], closeness int)
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
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

/*
 Walks the steps of a search of one kind, closest first, until `most` things are found. What is asked is StepsAsked of
 server/search/search.store.ts. A thing meets a step when it meets each of its terms, a term by one of its ways, a way when it
 holds a token of each set; and when it holds one of each set of neighbours. Where a step is met by many, the best things are
 looked through first, in their order; what is not full after these is rare enough for the index of words. A row of tier -1
 tells how many there are, up to 1,001, where the page is full.
*/
create function search_steps(asked jsonb) returns table (kind int, tier int, key bigint, id bigint)
language plpgsql stable set jit = off as $$
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
  filters constant text := concat(
    ' and v.category = ' || quote_literal(asked->>'category'),
    ' and v.approved_at > now() - make_interval(secs => ' || (asked->>'since')::int || ')',
    ' and v.duration_ms >= ' || (asked->'lengths'->>0)::bigint || ' and v.duration_ms < ' || (asked->'lengths'->>1)::bigint,
    ' and not d.tokens && ' || quote_literal(asked->>'excluded') || '::int[]');
  says constant text := coalesce((select string_agg(format(' and position(%L in search_plain(%s)) > 0', phrase, texts), '')
    from jsonb_array_elements_text(asked->'phrases') phrase), '');
  known bigint[] := array(select jsonb_array_elements_text(asked->'known')::bigint);
  passed text := '';
  widest text;
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
    select (s->>'tier')::int as tier, s->'isMany' = 'true' as is_many, s->'isPast' = 'true' as is_past,
      concat_ws(' and ', (
        select string_agg('(' || ways.met || ')', ' and ') from jsonb_array_elements(s->'terms') term, lateral (
          select string_agg('(' || sets.met || ')', ' or ') as met from jsonb_array_elements(term) way, lateral (
            select string_agg(format('d.tokens && %L::int[]', tokens), ' and ') as met from jsonb_array_elements_text(way) tokens) sets) ways),
        (select string_agg(format('d.neighbours && %L::int[]', tokens), ' and ') from jsonb_array_elements_text(s->'neighbours') tokens)) as met
    from jsonb_array_elements(asked->'steps') with ordinality each(s, at) order by at
  loop
    -- what takes longer than a second shows what was found so far
    exit when clock_timestamp() > statement_timestamp() + interval '1 second';
    widest := step.met;
    begun := '';
    if not step.is_past then
      if step.tier = (asked->'after'->>'tier')::int then
        begun := format(' and (%s, d.id) < (%s, %s)', place_number, (asked->'after'->>'key')::bigint, (asked->'after'->>'id')::bigint);
      end if;
      foreach is_walk in array case when step.is_many then '{true,false}'::boolean[] else '{false}' end loop
        had := cardinality(ids);
        continue when had >= most;
        execute case when is_walk then format(
          'with d as materialized (select d.id, %s as key, d.tokens, d.neighbours from %s where d.kind = %s %s %s and d.id <> all ($1) order by %s desc, d.id desc limit 2000)
           select array_agg(f.id), array_agg(f.key) from (select d.id, d.key from d where %s %s %s order by d.key desc, d.id desc limit %s) f',
          place_number, source, k, filters, begun, place, step.met, passed, says, most - had)
        else format(
          'with d as materialized (select d.id, %s as key from %s where %s and d.kind + 0 = %s %s %s %s and d.id <> all ($1) %s)
           select array_agg(f.id), array_agg(f.key) from (select d.id, d.key from d order by d.key desc, d.id desc limit %s) f',
          place_number, source, step.met, k, filters, begun, passed, says, most - had) end
        into new_ids, new_keys using known;
        continue when new_ids is null;
        known := known || new_ids;
        ids := ids || new_ids;
        keys := keys || new_keys;
        tiers := tiers || array_fill(step.tier, array[cardinality(new_ids)]);
      end loop;
    end if;
    -- what came on earlier pages doesn't come again
    if step.is_past or begun <> '' then passed := passed || ' and not (' || step.met || ')'; end if;
  end loop;
  if asked->'isCounted' = 'true' and cardinality(ids) >= most then
    execute format('select count(*) from (select from %s where %s and d.kind + 0 = %s %s %s limit 1001) counted', source, widest, k, filters, says) into many;
    return query select k, -1, 0::bigint, many;
  end if;
  -- what is shown is looked at once more, whatever the index says
  return query execute format(
    'select %s, f.tier, f.key, f.id from unnest($1, $2, $3) with ordinality f(id, key, tier, at) where %s order by f.at', k, is_there)
    using ids, keys, tiers;
end $$;
