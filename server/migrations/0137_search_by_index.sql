-- Words are looked for by their index. The planner can't tell how few clips hold a word that is said, and on a site of 10,000
-- clips it read all of them for a rare word.
alter function search_steps(jsonb) set enable_seqscan = off;
