-- What opened an account before a password change, a reset, a second step, a take-back, a suspension or another role
-- opens it no more: each raises the epoch, and a sign-in that was allowed by an earlier one comes too late
-- (server/accounts/login.actions.ts). By triggers, so that a process of the release before raises it, too.
alter table users add column sign_in_epoch integer not null default 0;
-- by which a ticket for the second step was given; null: by the release before
alter table account_tokens add column sign_in_epoch integer;

create function raise_sign_in_epoch() returns trigger language plpgsql as $$
begin
  new.sign_in_epoch := old.sign_in_epoch + 1;
  return new;
end $$;
create trigger users_sign_in_epoch before update on users for each row when (
  old.password_hash is distinct from new.password_hash or old.email is distinct from new.email
  or old.role is distinct from new.role or old.suspended_at is distinct from new.suspended_at
) execute function raise_sign_in_epoch();

create function raise_sign_in_epoch_by_step() returns trigger language plpgsql as $$
begin
  update users set sign_in_epoch = sign_in_epoch + 1 where id = old.user_id;
  return null;
end $$;
create trigger second_steps_sign_in_epoch_update after update on second_steps for each row
  when (old.confirmed_at is distinct from new.confirmed_at) execute function raise_sign_in_epoch_by_step();
create trigger second_steps_sign_in_epoch_delete after delete on second_steps for each row
  when (old.confirmed_at is not null) execute function raise_sign_in_epoch_by_step();
