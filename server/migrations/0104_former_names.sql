-- After a rename the old name leads to the new one for 90 days, and nobody else can take it meanwhile. By triggers, so
-- that a process of the release before keeps it, too.
create table former_names (
  name text not null,
  user_id bigint not null references users on delete cascade,
  held_until timestamptz not null
);
create unique index former_names_name_key on former_names (lower(name));
create index former_names_user_id_idx on former_names (user_id);
create index former_names_skeleton_idx on former_names (name_skeleton(name));

create function keep_former_name() returns trigger language plpgsql as $$
begin
  -- after the row is written: a rename that commits meanwhile is seen
  if exists (
    select from former_names where lower(name) = lower(new.username) and user_id <> new.id and held_until > now()
  ) then
    raise unique_violation using message = 'This name is held.', constraint = 'users_username_key', table = 'users';
  end if;
  delete from former_names where lower(name) = lower(new.username);
  if tg_op = 'UPDATE' then
    insert into former_names (name, user_id, held_until) values (old.username, old.id, now() + interval '90 days')
      on conflict (lower(name)) do update set user_id = excluded.user_id, held_until = excluded.held_until;
  end if;
  return null;
end $$;
create trigger users_former_name_insert after insert on users for each row execute function keep_former_name();
create trigger users_former_name_update after update of username on users
  for each row when (lower(old.username) <> lower(new.username)) execute function keep_former_name();
