-- What an upload takes of its creator's bytes a day: what it was said to have, in the end what it has.
alter table uploads add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0);
