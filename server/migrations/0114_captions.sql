-- What is said in a clip: tracks of captions, subtitles and chapters, and what of them is searched.

create table captions (
  video_id bigint not null references videos on delete cascade,
  -- BCP 47
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  kind text not null check (kind in ('captions', 'subtitles', 'chapters')),
  -- what everybody sees who sees the clip, and what is being worked on
  state text not null check (state in ('PUBLISHED', 'DRAFT', 'WAITING')),
  -- true for one row of a track
  published boolean not null generated always as (state = 'PUBLISHED') stored,
  is_default boolean not null default false,
  by_machine boolean not null default false,
  -- each [start, end, text, settings, confidence], in milliseconds
  cues jsonb not null check (jsonb_typeof(cues) = 'array' and jsonb_array_length(cues) <= 5000),
  words int not null check (words >= 0),
  -- folded, one line for each cue: what is searched; null where it isn't
  plain text check (length(plain) <= 4000000),
  updated_at timestamptz not null default now(),
  updated_by bigint references users on delete set null,
  primary key (video_id, language, kind, published)
);
create unique index captions_default_key on captions (video_id) where is_default and published;
create index captions_waiting_idx on captions (updated_at) where state = 'WAITING';
create index captions_updated_by_idx on captions (updated_by);

-- what is said is searched with the clip
create or replace view searchable_videos as
  select v.id, v.uploader_id as author_id, v.title,
    case when v.origin = 'IMPORT' then v.external_creator when u.deleted_at is null then concat_ws(' ', u.display_name, u.username) end as name,
    concat_ws(' ', v.category, v.location_name, v.location_address, v.description) as body,
    search_rank(v.view_count + 10 * v.like_count + 20 * v.comment_count, v.approved_at) as rank,
    (select string_agg(left(c.plain, 60000), E'\n' order by c.is_default desc, c.language, c.kind) from captions c where c.video_id = v.id and c.published) as spoken
  from videos v left join users u on u.id = v.uploader_id
  where v.is_public and u.suspended_at is null;

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
create trigger captions_searched_insert after insert on captions for each row when (new.plain is not null) execute function search_captions_changed();
create trigger captions_searched_update after update on captions for each row when (old.plain is distinct from new.plain) execute function search_captions_changed();
create trigger captions_searched_delete after delete on captions for each row when (old.plain is not null) execute function search_captions_changed();

-- as in 0105_search_one_way.sql; phrases are looked for in what is said, too
create or replace function search_steps(asked jsonb) returns table (kind int, tier int, key bigint, id bigint)
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
    when 1 then $q$(select concat_ws(' / ', s.title, s.name, s.body, s.spoken) from searchable_videos s where s.id = d.id)$q$
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
