-- The overview sums views up at most once a minute.
alter table site_days add column summed_at timestamptz not null default now();
