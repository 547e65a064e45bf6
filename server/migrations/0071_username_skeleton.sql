-- How a name of plain Latin letters looks: names that can be taken for one another have the same skeleton.
create function name_skeleton(name text) returns text language sql immutable parallel safe as $$
  select replace(replace(translate(lower(name), 'i1|0_.- ', 'lllo'), 'rn', 'm'), 'vv', 'w')
$$;
create index users_skeleton_idx on users (name_skeleton(username));
