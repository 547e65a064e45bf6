-- How many clips of a playlist or a series everybody may see is counted by their ids.
create index videos_public_ids_idx on videos (id) where is_public;
