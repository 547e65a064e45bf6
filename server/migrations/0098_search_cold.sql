-- Search: what a search of words nobody asked before costs. docs/search.md, docs/decisions/064

-- As before, but for the stems, which were a query of their own.
create or replace function search_lookup(words text[]) returns table (typed text, word text, hash int, docs int[], closeness int)
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
    if length(each) < 4 then
      return query select each, b.word, search_hash(b.word), b.docs, 3 from search_beginnings b
        where b.beginning = each and b.word <> each order by b.place limit 30;
      continue when found;
    end if;
    return query select each, s.word, search_hash(s.word), s.docs, 3 from search_words s
      where s.word > each and s.word < each || chr(1114109)
      order by s.docs[1] + s.docs[2] + s.docs[3] + s.docs[4] desc, s.word limit 30;
  end loop;
end $$;

-- search_lookup() and how many things, up to 99, changed that aren't in the index yet: as one value, so that a call has
-- hardly anything to plan.
create function search_known(words text[]) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return json_build_object(
    'known', coalesce((select json_agg(known) from search_lookup(words) known), '[]'),
    'pending', (select count(*) from (select from search_pending limit 99) pending));
end $$;

-- For each of these words ('[{"typed": …, "keys": […]}]') up to 1,000 known ones that share one of its keys and are about as
-- long. Of most only the word is looked at.
create function search_alike(asked jsonb) returns table (typed text, word text, hash int, docs text)
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
begin
  return query select a.typed, known.word, search_hash(known.word), known.docs::text
    from jsonb_to_recordset(asked) a(typed text, keys text[]), lateral (
      select s.word, s.docs from search_words s where s.keys && a.keys and s.word <> a.typed
        and length(s.word) between length(a.typed) - 2 and length(a.typed) + 2 limit 1000) known;
end $$;

/*
 As before, but that each kind is looked at once more when it is done, not after each of its steps.

 Walks the steps of a search, closest first, until each kind has `most` things. A step: kind, tier, mode, how many sets of
 tokens, and for each the first and last place in `sets`; a thing meets it when it holds a token of each set. Mode 0 asks the
 index of words, 1 that of the best things (for words that are everywhere), 2 counts, if the kind is full,
 up to 1,001: a row of tier -1 with the number as id. Things in `known` are left out.
*/
create or replace function search_steps(steps int[], sets int[], most int, known_kinds int[], known_ids bigint[], excluded int[])
returns table (kind int, tier int, key bigint, id bigint)
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  at int := 1;
  n int;
  k int;
  t int;
  mode int;
  current int := 0;
  got bigint[];
  had int;
  a int[];
  b int[];
  c int[];
  others text;
  shelf int;
  new_ids bigint[];
  new_ranks int[];
  ids bigint[];
  ranks int[];
  tiers int[];
  many bigint;
begin
  while at < cardinality(steps) loop
    k := steps[at]; t := steps[at + 1]; mode := steps[at + 2]; n := steps[at + 3];
    if k <> current then
      current := k;
      got := array(select i from unnest(known_kinds, known_ids) known(kind, i) where known.kind = k);
      had := cardinality(got);
      ids := '{}';
      ranks := '{}';
      tiers := '{}';
      shelf := (select s.rank from search_shelves s where s.kind = k);
    end if;
    a := sets[steps[at + 4]:steps[at + 5]];
    b := case when n > 1 then sets[steps[at + 6]:steps[at + 7]] else a end;
    c := case when n > 2 then sets[steps[at + 8]:steps[at + 9]] else b end;
    others := '';
    for i in 4..n loop
      others := others || ' and d.tokens && ' || quote_literal(sets[steps[at + 2 + 2 * i]:steps[at + 3 + 2 * i]]::text) || '::int[]';
    end loop;
    at := at + 4 + 2 * n;

    <<step>> begin
      if mode = 2 then
        exit step when cardinality(got) - had < most;
        if n = 1 then
          select count(*) into many from (select from search_docs d where d.tokens && a and not d.tokens && excluded limit 1001) counted;
        else
          execute 'select count(*) from (select from search_docs d where d.tokens && $1 and d.tokens && $2 and d.tokens && $3' || others
            || ' and not d.tokens && $4 limit 1001) counted' into many using a, b, c, excluded;
        end if;
        return query select k, -1, 0::bigint, many;
        exit step;
      end if;
      exit step when cardinality(got) - had >= most or (mode = 1 and (shelf is null or n > 3));

      if n > 3 then
        execute 'select array_agg(f.id), array_agg(f.rank) from (select d.id, d.rank from search_docs d
            where d.tokens && $1 and d.tokens && $2 and d.tokens && $3' || others || ' and d.kind + 0 = $4 and d.id <> all ($5) and not d.tokens && $6
            order by d.rank + 0 desc, d.id desc limit $7) f'
          into new_ids, new_ranks using a, b, c, k, got, excluded, most - (cardinality(got) - had);
      elsif mode = 1 and n = 1 then
        select array_agg(f.id), array_agg(f.rank) into new_ids, new_ranks from (
          select d.id, d.rank from search_best d
          where d.tokens && a and d.kind + 0 = k and d.rank >= shelf and d.id <> all (got) and not d.tokens && excluded
          order by d.rank desc, d.id desc limit most - (cardinality(got) - had)) f;
      elsif mode = 1 then
        select array_agg(f.id), array_agg(f.rank) into new_ids, new_ranks from (
          select d.id, d.rank from search_best d
          where d.tokens && a and d.tokens && b and d.tokens && c and d.kind + 0 = k and d.rank >= shelf and d.id <> all (got) and not d.tokens && excluded
          order by d.rank desc, d.id desc limit most - (cardinality(got) - had)) f;
      elsif n = 1 then
        select array_agg(f.id), array_agg(f.rank) into new_ids, new_ranks from (
          select d.id, d.rank from search_docs d
          where d.tokens && a and d.kind + 0 = k and d.id <> all (got) and not d.tokens && excluded
          order by d.rank + 0 desc, d.id desc limit most - (cardinality(got) - had)) f;
      else
        select array_agg(f.id), array_agg(f.rank) into new_ids, new_ranks from (
          select d.id, d.rank from search_docs d
          where d.tokens && a and d.tokens && b and d.tokens && c and d.kind + 0 = k and d.id <> all (got) and not d.tokens && excluded
          order by d.rank + 0 desc, d.id desc limit most - (cardinality(got) - had)) f;
      end if;
      exit step when new_ids is null;
      got := got || new_ids;
      ids := ids || new_ids;
      ranks := ranks || new_ranks;
      tiers := tiers || array_fill(t, array[cardinality(new_ids)]);
    end step;
    continue when cardinality(ids) = 0 or steps[at] = k;
    -- what is shown is looked at once more, whatever the index says
    if k = 1 then
      return query select k, f.tier, f.rank::bigint, f.id from unnest(ids, ranks, tiers) with ordinality f(id, rank, tier, place)
        where exists (select from searchable_videos s where s.id = f.id) order by f.place;
    elsif k = 2 then
      return query select k, f.tier, f.rank::bigint, f.id from unnest(ids, ranks, tiers) with ordinality f(id, rank, tier, place)
        where exists (select from searchable_people s where s.id = f.id) order by f.place;
    elsif k = 3 then
      return query select k, f.tier, f.rank::bigint, f.id from unnest(ids, ranks, tiers) with ordinality f(id, rank, tier, place)
        where case when f.id > 0 then exists (select from searchable_posts s where s.id = f.id) else exists (select from searchable_comments s where s.id = -f.id) end
        order by f.place;
    else
      return query select k, f.tier, f.rank::bigint, f.id from unnest(ids, ranks, tiers) with ordinality f(id, rank, tier, place)
        where exists (select from searchable_products s where s.id = f.id) order by f.place;
    end if;
  end loop;
end $$;
