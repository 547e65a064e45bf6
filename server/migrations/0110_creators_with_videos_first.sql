-- The list of creators begins with those who have videos.
create index user_totals_creators_idx on user_totals ((videos > 0) desc, score desc, (-user_id) desc)
  where is_listed and videos + posts > 0;
drop index user_totals_rank_idx;
