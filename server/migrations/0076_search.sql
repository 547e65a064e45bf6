-- Search: what can be found, as words of the site's own. docs/search.md tells how it works and how results are ordered.

-- one row for each thing that can be found; what is hidden has none
create table search_docs (
  -- 1 videos, 2 people, 3 posts and comments, 4 products
  kind smallint not null,
  -- a comment's id is negative
  id bigint not null,
  -- freshness and counts; the higher the earlier
  rank int not null default 0,
  -- hashes of its words, each with the kind and the field it stands in (see search_token)
  tokens int[] not null,
  primary key (kind, id)
);
create index search_docs_rank_idx on search_docs (kind, rank desc, id desc);
-- without a list of pending entries: every search would have to read it
create index search_docs_tokens_idx on search_docs using gin (tokens) with (fastupdate = off);

-- every word the site has seen: wrong, begun and inflected words are looked up here. Nothing of it is ever shown: what
-- is shown is read from things that were found
create table search_words (
  word text collate "C" primary key,
  -- how many things of each kind hold it, as last counted
  docs int[] not null default '{0,0,0,0}',
  -- what is left of it with letters missing, and its stems ('en:run') in the languages it was seen in
  keys text[] not null default '{}'
);
create index search_words_keys_idx on search_words using gin (keys) with (fastupdate = off);

-- A text without what people type in different ways: case, accents, vowel marks, width, ligatures. The same as fold() in
-- server/search/search.rules.ts. The capitals are for databases whose locale knows those of ASCII alone.
create function search_fold(t text) returns text language sql immutable parallel safe as $$
  select case when octet_length(t) = length(t) then lower(t) else
    normalize(replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(t, NFKD),
        '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200C\u200D\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]', '', 'g')),
      'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩÆØŁĐÞŒςıøłđħŧىةیکךםןףץ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
      'абвгдежзийклмнопрстуфхцчшщъыьэюяђєіјљњћџґαβγδεζηθικλμνξοπρστυφχψωæoldþœσioldhtيهيككמנפצ01234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC)
  end
$$;

-- The folded text with one space between words and around it.
create function search_plain(t text) returns text language sql immutable parallel safe as $$
  select ' ' || trim(regexp_replace(search_fold(t),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0E2F\u0E3F\u0E46\u0E4F\u0E5A\u0E5B\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u302A-\u3030\u303D-\u303F\u30A0\u30FB\uFD3E\uFD3F\uFE10-\uFE6F\uFFFD\U0001F000-\U0001FAFF]+', ' ', 'g')) || ' '
$$;

-- Its different words. Of scripts without spaces every letter and every pair of neighbours is one. The same as splitText()
-- in server/search/search.rules.ts.
create function search_split(t text) returns text[] language plpgsql immutable parallel safe as $$
declare
  plain text := search_plain(left(t, 6000));
  unspaced constant text := '[\u0E01-\u0E5B\u0E81-\u0EDF\u1000-\u109F\u1780-\u17DD\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\U00020000-\U0003FFFF]';
begin
  if octet_length(plain) = length(plain) or plain !~ unspaced then
    return array(select distinct left(w, 40) from string_to_table(trim(plain), ' ') w where w <> '');
  end if;
  plain := regexp_replace(plain, '(' || unspaced || '+)', ' \1 ', 'g');
  return array(
    select distinct part from string_to_table(plain, ' ') w, lateral (
      select left(w, 40) as part where w !~ ('^' || unspaced)
      union all select substr(w, i, 1) from generate_series(1, length(w)) i where w ~ ('^' || unspaced)
      union all select substr(w, i, 2) from generate_series(1, length(w) - 1) i where w ~ ('^' || unspaced)) parts
    where w <> '');
end $$;

create function search_hash(word text) returns int language sql immutable parallel safe as $$
  select (hashtextextended(word, 0) >> 32)::int
$$;

-- Keeps words of different kinds and fields apart; code = 10 * kind + field (1 title, 2 name, 3 text). The same as
-- tokenOf() in server/search/search.rules.ts.
create function search_token(hash int, code int) returns int language sql immutable parallel safe as $$
  select hash # (((code::bigint * 2654435761) & 4294967295) - 2147483648)::int
$$;

-- What is left of a word when a letter is missing, from 8 letters on two: words that share a key are alike. The same as
-- deletionsOf() in server/search/search.rules.ts.
create function search_deletions(word text) returns text[] language sql immutable parallel safe as $$
  with beginning as (select left(word, 7) as b),
  one as (select distinct left(b, i - 1) || substr(b, i + 1) as b from beginning, generate_series(1, length(b)) i where length(word) > 3),
  two as (select left(b, i - 1) || substr(b, i + 1) as b from one, generate_series(1, length(b)) i where length(word) > 7)
  select case when length(word) < 3 or word ~ '[0-9]' then '{}'::text[]
    else array(select b from beginning union select b from one union select b from two) end
$$;

create function search_dictionary(language text) returns regdictionary language sql stable parallel safe as $$
  select case language when 'en' then 'english_stem' when 'de' then 'german_stem' when 'es' then 'spanish_stem' when 'fr' then 'french_stem' end::regdictionary
$$;

-- The language whose stop words a text has most of; without any, plain letters are taken for English. Null: not known.
create function search_language(words text[]) returns text language sql stable parallel safe as $$
  select case when n > coalesce(lead, 0) then language when n = 0 and plain then 'en' end from (
    select language, n, lead(n) over (order by n desc) as lead, bool_and(plain) over () as plain from (
      select language, count(*) filter (where ts_lexize(search_dictionary(language), w) = '{}') as n, bool_and(w ~ '^[\u0001-\u007F]*$') as plain
      from unnest(array['en', 'de', 'es', 'fr']) language, unnest(words) w group by language) counted
    order by n desc limit 1) best
$$;

-- Learns the words of a text, and in which language they were seen.
create function search_learn(words text[]) returns void language plpgsql as $$
declare
  language text := search_language(words);
  dictionary regdictionary := search_dictionary(language);
begin
  -- sorted, so that two that learn the same words never wait for each other in a circle
  insert into search_words as known (word, keys)
  select w, search_deletions(w) || stems
  from (select w, case when dictionary is null or length(w) < 3 then '{}' else array(
      select language || ':' || s from unnest(ts_lexize(dictionary, w)) s) end as stems from unnest(words) w) new
  where not exists (select from search_words s where s.word = w and s.keys @> stems)
  order by w
  on conflict (word) do update set keys = array(select unnest(known.keys) union select unnest(excluded.keys))
    where not known.keys @> excluded.keys;
end $$;

create function search_put(new_kind int, new_id bigint, new_rank int, title text, name text, body text) returns void language plpgsql as $$
declare
  titles text[] := search_split(title);
  names text[] := search_split(name);
  bodies text[] := search_split(body);
begin
  insert into search_docs as d (kind, id, rank, tokens)
  select new_kind, new_id, new_rank, array(
    select search_token(search_hash(w), new_kind * 10 + field) from (
      select w, min(field) as field from (
        select unnest(titles) as w, 1 as field union all select unnest(names), 2 union all select unnest(bodies), 3) each
      group by w) words)
  on conflict (kind, id) do update set rank = excluded.rank, tokens = excluded.tokens
    where d.rank <> excluded.rank or d.tokens <> excluded.tokens;
  perform search_learn(array(select unnest(titles) union select unnest(names) union select unnest(bodies)));
end $$;

-- As many again as a thing has weigh as much as thirty days.
create function search_rank(attention bigint, since timestamptz) returns int language sql stable parallel safe as $$
  select (64 * log(2, 1 + greatest(attention, 0)) + extract(epoch from since - timestamptz '2020-01-01 00:00Z') / 86400 * 64 / 30)::int
$$;

-- Who and what can be found. These four are the only place that says so.
create view searchable_videos as
  select v.id, v.uploader_id as author_id, v.title,
    case when v.origin = 'IMPORT' then v.external_creator when u.deleted_at is null then concat_ws(' ', u.display_name, u.username) end as name,
    concat_ws(' ', v.category, v.location_name, v.location_address, v.description) as body,
    search_rank(v.view_count + 10 * v.like_count + 20 * v.comment_count, v.approved_at) as rank
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

create view searchable_products as
  select p.id, p.name as title, concat_ws(' ', p.category, p.description) as body from products p where p.hidden_at is null;

-- Whoever writes rows of things first locks the people and videos that decide whether these can be found: who changes
-- that meanwhile comes after, and sees what was written. (Who changes a person holds that lock already.)
create function search_lock(people bigint[], clips bigint[]) returns void language plpgsql as $$
begin
  perform from users where id = any(people) order by id for no key update;
  perform from videos where id = any(clips) order by id for no key update;
end $$;

-- Brings the rows of some things in step.
create function search_people(ids bigint[]) returns void language plpgsql as $$
begin
  delete from search_docs d where kind = 2 and d.id = any(ids) and not exists (select from searchable_people s where s.id = d.id);
  perform search_put(2, s.id, coalesce((select d.rank from search_docs d where d.kind = 2 and d.id = s.id), 0), s.title, null, s.body)
    from searchable_people s where s.id = any(ids);
end $$;

create function search_videos(ids bigint[]) returns void language plpgsql as $$
begin
  delete from search_docs d where kind = 1 and d.id = any(ids) and not exists (select from searchable_videos s where s.id = d.id);
  perform search_put(1, s.id, s.rank, s.title, s.name, s.body) from searchable_videos s where s.id = any(ids);
end $$;

create function search_posts(ids bigint[]) returns void language plpgsql as $$
begin
  delete from search_docs d where kind = 3 and d.id = any(ids) and not exists (select from searchable_posts s where s.id = d.id);
  perform search_put(3, s.id, s.rank, null, null, s.body) from searchable_posts s where s.id = any(ids);
end $$;

create function search_comments(ids bigint[]) returns void language plpgsql as $$
begin
  delete from search_docs d where kind = 3 and d.id = any(array(select -i from unnest(ids) i))
    and not exists (select from searchable_comments s where s.id = -d.id);
  perform search_put(3, -s.id, s.rank, null, null, s.body) from searchable_comments s where s.id = any(ids);
end $$;

create function search_products(ids bigint[]) returns void language plpgsql as $$
begin
  delete from search_docs d where kind = 4 and d.id = any(ids) and not exists (select from searchable_products s where s.id = d.id);
  perform search_put(4, s.id, 0, s.title, null, s.body) from searchable_products s where s.id = any(ids);
end $$;

-- Writes the rows of the next things of a table, and gives the id of the last of them; null when there are none left.
create function search_refill(part text, after bigint, most int) returns bigint language plpgsql as $$
declare
  ids bigint[];
begin
  execute format('select array(select id from %I where id > $1 order by id limit $2)', part) into ids using after, most;
  case part
    when 'videos' then
      perform search_lock(array(select uploader_id from videos where id = any(ids)), ids);
      perform search_videos(ids);
    when 'users' then
      perform search_lock(ids, '{}');
      perform search_people(ids);
    when 'posts' then
      perform search_lock(array(select author_id from posts where id = any(ids)), '{}');
      perform from posts where id = any(ids) order by id for no key update;
      perform search_posts(ids);
    when 'comments' then
      perform search_lock(array(select author_id from comments where id = any(ids)), array(select video_id from comments where id = any(ids)));
      perform from comments where id = any(ids) order by id for no key update;
      perform search_comments(ids);
    when 'products' then
      perform from products where id = any(ids) order by id for no key update;
      perform search_products(ids);
  end case;
  return ids[cardinality(ids)];
end $$;

-- Every change comes through here, whoever makes it.
create function search_video_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_docs where kind = 1 and id = old.id;
    perform search_lock(array[old.uploader_id], '{}');
  else
    perform search_lock(array[new.uploader_id], '{}');
    perform search_videos(array[new.id]);
  end if;
  if tg_op = 'DELETE' or tg_op = 'INSERT' or old.is_public <> new.is_public or old.uploader_id is distinct from new.uploader_id then
    if tg_op = 'UPDATE' then
      perform search_comments(array(select id from comments where video_id = new.id));
    end if;
    if tg_op <> 'INSERT' and old.uploader_id is not null then perform search_people(array[old.uploader_id]); end if;
    if tg_op <> 'DELETE' and new.uploader_id is not null then perform search_people(array[new.uploader_id]); end if;
  end if;
  return null;
end $$;
create trigger videos_searched_insert after insert on videos for each row when (new.is_public) execute function search_video_changed();
create trigger videos_searched_update after update on videos for each row when ((old.is_public or new.is_public) and (
    old.is_public, old.title, old.description, old.category, old.uploader_id, old.origin, old.external_creator, old.location_name, old.location_address, old.approved_at)
  is distinct from (new.is_public, new.title, new.description, new.category, new.uploader_id, new.origin, new.external_creator, new.location_name, new.location_address, new.approved_at))
  execute function search_video_changed();
create trigger videos_searched_delete after delete on videos for each row when (old.is_public) execute function search_video_changed();

create function search_comment_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_docs where kind = 3 and id = -old.id;
  else
    perform search_lock(array[new.author_id], array[new.video_id]);
    perform search_comments(array[new.id]);
  end if;
  return null;
end $$;
create trigger comments_searched_insert after insert on comments for each row execute function search_comment_changed();
create trigger comments_searched_update after update on comments for each row when (
    (old.text, old.author_id, old.video_id, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.text, new.author_id, new.video_id, new.hidden_at, new.deleted_at, new.held_at))
  execute function search_comment_changed();
create trigger comments_searched_delete after delete on comments for each row execute function search_comment_changed();

create function search_post_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_docs where kind = 3 and id = old.id;
    perform search_lock(array[old.author_id], '{}');
  else
    perform search_lock(array[new.author_id], '{}');
    perform search_posts(array[new.id]);
  end if;
  if tg_op <> 'INSERT' and old.author_id is not null then perform search_people(array[old.author_id]); end if;
  if tg_op = 'INSERT' and new.author_id is not null and not exists (select from search_docs where kind = 2 and id = new.author_id) then
    perform search_people(array[new.author_id]);
  end if;
  return null;
end $$;
create trigger posts_searched_insert after insert on posts for each row execute function search_post_changed();
create trigger posts_searched_update after update on posts for each row when (
    (old.content, old.author_id, old.hidden_at, old.deleted_at, old.held_at) is distinct from (new.content, new.author_id, new.hidden_at, new.deleted_at, new.held_at))
  execute function search_post_changed();
create trigger posts_searched_delete after delete on posts for each row execute function search_post_changed();

create function search_user_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_docs where kind = 2 and id = old.id;
    return null;
  end if;
  perform search_people(array[new.id]);
  perform search_videos(array(select id from videos where uploader_id = new.id and is_public));
  if (old.suspended_at is null) <> (new.suspended_at is null) then
    perform search_posts(array(select id from posts where author_id = new.id));
    perform search_comments(array(select id from comments where author_id = new.id
      union select c.id from comments c join videos v on v.id = c.video_id where v.uploader_id = new.id));
  end if;
  return null;
end $$;
create trigger users_searched_update after update on users for each row when (
    (old.username, old.display_name, old.bio, old.suspended_at is null, old.deleted_at is null) is distinct from (new.username, new.display_name, new.bio, new.suspended_at is null, new.deleted_at is null))
  execute function search_user_changed();
create trigger users_searched_delete after delete on users for each row execute function search_user_changed();

create function search_product_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then delete from search_docs where kind = 4 and id = old.id;
  else perform search_products(array[new.id]); end if;
  return null;
end $$;
create trigger products_searched_insert after insert on products for each row execute function search_product_changed();
create trigger products_searched_update after update on products for each row when (
    (old.name, old.category, old.description, old.hidden_at) is distinct from (new.name, new.category, new.description, new.hidden_at))
  execute function search_product_changed();
create trigger products_searched_delete after delete on products for each row execute function search_product_changed();

-- the catalogue is there already; a site that was in use before fills the rest by a job (server/search/search.jobs.ts)
select search_products(array(select id from products));
