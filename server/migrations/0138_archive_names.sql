-- What the file was called: who brought several in sees which of them failed.
alter table archives add column name text check (char_length(name) <= 200);
