-- When a backup was sent to the second bucket, whole.
alter table backups add column sent_at timestamptz;
