-- Limits that must hold exactly in every hour, whenever it begins (server/app/http/shared-rate-limits.ts, takeExactly).
create table rate_windows (
  -- as in rate_limits
  key bytea primary key,
  -- when each was taken, of the last hour
  taken timestamptz[] not null,
  -- when none of them counts any more
  expires_at timestamptz not null
);
create index rate_windows_expires_at_idx on rate_windows (expires_at);

-- Who signed up in the last hour, uninvited: an address each, hashed (server/accounts/sign-up-limits.store.ts).
create table recent_sign_ups (
  address bytea not null,
  at timestamptz not null
);
create index recent_sign_ups_at_idx on recent_sign_ups (at);
