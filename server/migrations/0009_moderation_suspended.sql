-- Of several acts on one author's things only the first suspends; taking another back must not lift it.
alter table moderation_acts add column suspended boolean not null default false;
update moderation_acts set suspended = true where action = 'SUSPEND';
