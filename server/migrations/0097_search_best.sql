-- Search at a million things: the best of each kind have a small table of their own, and what short beginnings may mean is
-- kept. docs/search.md, docs/decisions/061

-- A copy of the rows of search_docs whose rank is that of search_shelves or higher. Words that are everywhere are looked up
-- here: a page is full before the millions behind it are touched. What leaves search_docs leaves here, too.
create table search_best (
  kind smallint not null,
  id bigint not null,
  rank int not null,
  tokens int[] not null,
  primary key (kind, id),
  foreign key (kind, id) references search_docs on delete cascade
);
create index search_best_tokens_idx on search_best using gin (tokens) with (fastupdate = off);

-- From which rank on a thing of a kind is in search_best. No row: none is.
create table search_shelves (
  kind smallint primary key,
  rank int not null
);

-- The commonest words with these two or three letters at their beginning, as last counted; where there are many.
create table search_beginnings (
  beginning text collate "C" not null,
  place smallint not null,
  word text collate "C" not null,
  docs int[] not null,
  primary key (beginning, place)
);

create or replace function search_lookup(words text[]) returns table (typed text, word text, hash int, docs int[], closeness int)
language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  each text;
begin
  foreach each in array words loop
    return query select each, s.word, search_hash(s.word), s.docs, 1 from search_words s where s.word = each;
    return query select each, s.word, search_hash(s.word), s.docs, 2 from search_words s
      where s.keys && array(
        select language || ':' || stem from unnest(array['en', 'de', 'es', 'fr']) language, unnest(ts_lexize(search_dictionary(language), each)) stem)
        and s.word <> each
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

/*
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
  many bigint;
begin
  while at < cardinality(steps) loop
    k := steps[at]; t := steps[at + 1]; mode := steps[at + 2]; n := steps[at + 3];
    if k <> current then
      current := k;
      got := array(select i from unnest(known_kinds, known_ids) known(kind, i) where known.kind = k);
      had := cardinality(got);
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

    if mode = 2 then
      continue when cardinality(got) - had < most;
      if n = 1 then
        select count(*) into many from (select from search_docs d where d.tokens && a and not d.tokens && excluded limit 1001) counted;
      else
        execute 'select count(*) from (select from search_docs d where d.tokens && $1 and d.tokens && $2 and d.tokens && $3' || others
          || ' and not d.tokens && $4 limit 1001) counted' into many using a, b, c, excluded;
      end if;
      return query select k, -1, 0::bigint, many;
      continue;
    end if;
    continue when cardinality(got) - had >= most;

    continue when mode = 1 and (shelf is null or n > 3);

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
    continue when new_ids is null;
    got := got || new_ids;
    -- what is shown is looked at once more, whatever the index says
    if k = 1 then
      return query select k, t, f.rank::bigint, f.id from unnest(new_ids, new_ranks) f(id, rank) where exists (select from searchable_videos s where s.id = f.id);
    elsif k = 2 then
      return query select k, t, f.rank::bigint, f.id from unnest(new_ids, new_ranks) f(id, rank) where exists (select from searchable_people s where s.id = f.id);
    elsif k = 3 then
      return query select k, t, f.rank::bigint, f.id from unnest(new_ids, new_ranks) f(id, rank)
        where case when f.id > 0 then exists (select from searchable_posts s where s.id = f.id) else exists (select from searchable_comments s where s.id = -f.id) end;
    else
      return query select k, t, f.rank::bigint, f.id from unnest(new_ids, new_ranks) f(id, rank) where exists (select from searchable_products s where s.id = f.id);
    end if;
  end loop;
end $$;
