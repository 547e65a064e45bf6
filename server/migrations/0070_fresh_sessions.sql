-- When a session's person last proved who they are: by signing in, or by their password or provider since.

alter table sessions add column fresh_at timestamptz;
update sessions set fresh_at = created_at;
alter table sessions alter column fresh_at set not null, alter column fresh_at set default now();
