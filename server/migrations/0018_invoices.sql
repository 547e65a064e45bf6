-- What an order's total consists of, its refunds, and the numbers of invoices and credit notes.

alter table orders
  -- the sums of the checkout (contract/shop/pricing.rules.ts); null: before there were any
  add column pricing jsonb,
  add column email text check (length(email) <= 320),
  add column vat_number text check (length(vat_number) <= 40);

create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  -- PENDING: at the provider, or about to be
  status text not null check (status in ('PENDING', 'DONE', 'FAILED')),
  cents bigint not null check (cents > 0),
  reason text check (length(reason) <= 500),
  -- [{lineId, quantity}]; empty: an amount
  lines jsonb not null default '[]',
  restock boolean not null default false,
  -- the provider's id of it, once known
  provider_id text,
  actor_id bigint references users on delete set null,
  actor_name text not null,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index refunds_order_idx on refunds (order_id, id);
create index refunds_pending_idx on refunds (created_at) where status = 'PENDING';

-- The last number that was drawn of each kind; locked until its document is there, so that there is no gap.
create table document_numbers (
  kind text primary key check (kind in ('INVOICE', 'CREDIT_NOTE')),
  last bigint not null
);
insert into document_numbers values ('INVOICE', 0), ('CREDIT_NOTE', 0);

create table invoices (
  kind text not null references document_numbers,
  number bigint not null,
  order_id bigint not null references orders on delete restrict,
  refund_id bigint references refunds,
  -- what it shows, as it was then
  document jsonb not null,
  issued_at timestamptz not null default now(),
  primary key (kind, number)
);
create unique index invoices_order_key on invoices (order_id) where kind = 'INVOICE';
create unique index invoices_refund_key on invoices (refund_id);
create index invoices_order_idx on invoices (order_id, number);
create index invoices_issued_idx on invoices (issued_at);
