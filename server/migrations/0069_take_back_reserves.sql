-- An address that a take-back link can restore belongs to nobody else meanwhile.

-- the order in which links were made: clocks of several machines don't tell it
alter table account_tokens add column id bigint generated always as identity;
create index account_tokens_reserved_idx on account_tokens (lower(email)) where purpose = 'TAKE_BACK';

-- a trigger, since it looks after the row is written: a change of address that commits meanwhile is seen
create function keep_reserved_email() returns trigger language plpgsql as $$
begin
  if exists (
    select from account_tokens
    where purpose = 'TAKE_BACK' and lower(email) = lower(new.email) and user_id <> new.id and expires_at > now()
  ) then
    raise unique_violation using message = 'This address is reserved.', constraint = 'users_email_key', table = 'users';
  end if;
  return null;
end $$;
create trigger users_email_reserved after insert or update of email on users
  for each row when (new.email is not null) execute function keep_reserved_email();
