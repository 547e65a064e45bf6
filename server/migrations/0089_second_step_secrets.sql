-- The secrets of authenticator apps are encrypted (server/accounts/second-step-secrets.actions.ts). Those that were
-- stored before are encrypted by the hourly job, which has the key; until then they are read as they are.
alter table second_steps
  add column locked_secret text,
  alter column secret drop not null,
  add constraint second_steps_one_secret check (num_nonnulls(secret, locked_secret) = 1);
