-- Words of titles, names and texts and words that are said under one index, so that a step that looks into both is one scan of
-- it: by two indexes all things with the one word were read to look for the other. The columns stay apart, as steps of
-- titles and texts that read rows leave what is said unread.
-- with less, a large index is written many times over
set local maintenance_work_mem = '256MB';
create index search_docs_words_idx on search_docs using gin ((tokens || spoken), (neighbours || spoken_neighbours)) with (fastupdate = off);
drop index search_docs_tokens_idx;
drop index search_docs_spoken_idx;

-- As in 0132_search_spoken.sql, but that the condition of a step is written twice: for the index, and for rows that are read
-- anyway.
create or replace function search_steps(asked jsonb) returns table (kind int, tier int, key bigint, id bigint)
language plpgsql stable set jit = off set enable_seqscan = off as $$
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
