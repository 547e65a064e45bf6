-- Discount codes, shipping zones and tax rates.

create table discount_codes (
  id bigint generated always as identity primary key,
  code text not null check (length(code) between 1 and 40),
  kind text not null check (kind in ('PERCENT', 'AMOUNT', 'SHIPPING')),
  -- hundredths: of a percent, or of the currency's unit
  value int not null check (value >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses int check (max_uses > 0),
  max_uses_per_person int check (max_uses_per_person > 0),
  minimum_cents bigint check (minimum_cents >= 0),
  -- empty: all products
  product_ids jsonb not null default '[]',
  uses int not null default 0,
  created_at timestamptz not null default now()
);
create unique index discount_codes_code_key on discount_codes (lower(code));

-- Taken with the payment of a checkout, and given back with its cancellation.
create table discount_uses (
  checkout_id bigint primary key references checkouts on delete cascade,
  code_id bigint not null references discount_codes on delete cascade,
  person text not null,
  created_at timestamptz not null default now()
);
create index discount_uses_code_idx on discount_uses (code_id, person);

create table shipping_zones (
  position int primary key,
  -- ISO 3166-1 alpha-2; null: everywhere else
  countries jsonb,
  price_cents bigint not null check (price_cents >= 0),
  free_from_cents bigint check (free_from_cents >= 0),
  days_min int check (days_min >= 0),
  days_max int check (days_max >= days_min)
);

create table tax_rates (
  position int primary key,
  country text not null check (length(country) between 2 and 100),
  region text check (length(region) between 1 and 100),
  -- thousandths of a percent
  rate int not null check (rate between 0 and 100000),
  from_day date,
  until_day date
);

alter table checkouts
  -- contract/shop/pricing.rules.ts; null: before there was any
  add column pricing jsonb,
  add column code_id bigint references discount_codes on delete set null,
  add column email text check (length(email) <= 320),
  add column vat_number text check (length(vat_number) <= 40);
