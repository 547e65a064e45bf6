-- In which somebody ordered (BCP 47): mails of the order go in it to who has no account. Null: from before it was kept.
alter table checkouts add column language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
alter table orders add column language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');

-- The second of a clip that a note is about, as each language says it.
alter table notifications add column at_ms int check (at_ms >= 0);
