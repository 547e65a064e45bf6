-- Withdrawals from orders (directive 2011/83/EU, article 11a).

-- One per order: a second declaration changes nothing.
create table withdrawals (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders on delete cascade,
  email text not null check (length(email) <= 320),
  in_time boolean not null,
  declared_at timestamptz not null
);

-- The link in the email that confirms one.
create table withdrawal_links (
  token_hash bytea primary key,
  order_id bigint not null references orders on delete cascade,
  email text not null check (length(email) <= 320),
  expires_at timestamptz not null
);
create index withdrawal_links_expires_idx on withdrawal_links (expires_at);
create index withdrawal_links_order_idx on withdrawal_links (order_id);
