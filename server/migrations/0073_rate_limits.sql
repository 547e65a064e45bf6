-- Limits that several processes share, above all wrong passwords (server/app/http/shared-rate-limits.ts).
create table rate_limits (
  -- SHA-256 of the limit's name and whom it counts: neither a typed name nor an address is kept
  key bytea primary key,
  -- when everything that was taken has come back
  full_at timestamptz not null
);
create index rate_limits_full_at_idx on rate_limits (full_at);
