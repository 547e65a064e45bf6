-- What a count of a list leaves out.
create index videos_hidden_ids_idx on videos (id) where not is_public;
