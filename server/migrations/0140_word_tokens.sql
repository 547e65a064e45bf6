-- Words that people mute and admins watch are compared as folded tokens, never as a pattern: no regular expression is made of
-- what somebody typed.

-- Signs, blanks and the letters of scripts that are written without spaces: each is a token by itself.
create function token_breaks() returns text language sql immutable parallel safe as $$
  select '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0E2F\u0E3F\u0E46\u0E4F\u0E5A\u0E5B\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u302A-\u3030\u303D-\u303F\u30A0\u30FB\uFD3E\uFD3F\uFE10-\uFE6F\uFFFD\U0001F000-\U0001FAFF\u0E01-\u0E5B\u0E81-\u0EDF\u1000-\u109F\u1780-\u17DD\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\U00020000-\U0003FFFF]'
$$;

-- A text as tokens with one space between them and around, whatever its case, accents, apostrophes, line breaks and
-- characters of no width.
create function word_tokens(t text) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(regexp_replace(
    public.search_fold(translate(
      regexp_replace(t, '[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0\U000E0020-\U000E007F]', '', 'g'),
      E'\u1E9E\u2018\u2019\u201B\u2032\u2035\u02B9\u02BB\u02BC\u02BD\u02C8\u0060\u00B4\uFF07\u055A\u05F3', E'\u00DF' || repeat('''', 15))),
    public.token_breaks(), ' \& ', 'g'),
    '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g')) || ' '
$$;

-- What of a word is looked for in the tokens of a text: a single word of letters and digits whole, anything else anywhere.
-- Null: nothing of it would be seen.
create function sought_tokens(word text) returns text language sql immutable parallel safe as $$
  select nullif(case when btrim(tokens) ~ public.token_breaks() then btrim(tokens) else tokens end, '  ')
  from (select public.word_tokens(word) as tokens) as given
$$;

-- one letter may stand for eighteen: what only serves to fill a list goes
delete from muted_words where length(sought_tokens(word)) > 600;
delete from muted_words m using muted_words same
where m.user_id = same.user_id and m.word > same.word and sought_tokens(m.word) = sought_tokens(same.word);
alter table muted_words drop column pattern,
  add column tokens text generated always as (sought_tokens(word)) stored
    constraint muted_words_tokens_check check (length(tokens) <= 600);
create unique index muted_words_tokens_key on muted_words (user_id, tokens);
drop function pattern_of_word;
drop function fold_words;

alter table watched_words add column tokens text generated always as (sought_tokens(word)) stored;
