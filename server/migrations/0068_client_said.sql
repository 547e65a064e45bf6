-- What the buyer's app said of its order, kept to compare with; nothing is decided by it.
alter table checkouts add column client_said jsonb;
