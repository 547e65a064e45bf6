-- Products, carts, checkouts and orders.

create table products (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 400),
  description text not null default '' check (length(description) <= 4000),
  price_cents int not null check (price_cents between 1 and 10000000),
  category text not null references product_categories(name),
  -- the first is shown in lists
  images jsonb not null default '[]',
  -- available units without reserved ones; null: unlimited
  stock int check (stock >= 0),
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  image_alts jsonb not null default '[]',
  fit text check (length(fit) between 1 and 500),
  lens text check (length(lens) between 1 and 500),
  care text check (length(care) between 1 and 500)
);

-- Uploaded pictures, so that unused ones can be removed.
create table product_pictures (
  -- storage folder products/<random>
  folder text primary key,
  uploaded_by bigint references users on delete set null,
  -- shown in an order: never removed
  ordered boolean not null default false,
  -- uploaded, or last saved with a product
  used_at timestamptz not null default now(),
  -- its files are being removed
  swept_at timestamptz
);
create index product_pictures_used_idx on product_pictures (used_at) where not ordered;

insert into products (name, price_cents, category, description, images, fit, lens, care) values
  ('Orange Vibes', 9999, 'Classic',
    'The signature sunglasses: a bold orange frame, warm mirrored lenses and full UV400 protection.',
    '["/products/orange-vibes-front.webp", "/products/orange-vibes-angle.webp", "/products/orange-vibes-folded.webp"]',
    'Medium width: 142 mm across, lenses 52 mm wide, bridge 18 mm, temples 145 mm.',
    'Mirrored orange, UV400, category 3: for bright days. Fine for driving.',
    'Rinse with water, then wipe with the cloth that comes with it. No paper towels.'),
  ('Premium Black', 6999, 'Premium',
    'Sunglasses of polished black acetate with polarised smoke lenses. Quiet, sharp and made to last.',
    '["/products/premium-black-front.webp", "/products/premium-black-angle.webp", "/products/premium-black-folded.webp"]',
    'Wide: 146 mm across, lenses 54 mm wide, bridge 19 mm, temples 148 mm.',
    'Polarised smoke, UV400, category 3: takes the glare off water and roads.',
    'Wash with lukewarm water and a drop of soap, then dry with the cloth. Keep it in its case.'),
  ('Lightweight Style', 2999, 'Casual',
    'Nineteen grams of easy: sunglasses with a flexible frame you forget you are wearing.',
    '["/products/lightweight-style-front.webp", "/products/lightweight-style-angle.webp", "/products/lightweight-style-folded.webp"]',
    'Narrow to medium: 138 mm across, lenses 50 mm wide, bridge 17 mm. Weighs 19 grams.',
    'Light grey, UV400, category 2: for changing weather.',
    'Wipe with the cloth. The frame bends and comes back, so a pocket is fine, too.');

create table cart_lines (
  user_id bigint references users on delete cascade,
  product_id bigint references products on delete cascade,
  quantity int not null check (quantity between 1 and 20),
  added_price_cents int not null,
  added_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

-- Guest carts already merged.
create table cart_merges (
  user_id bigint references users on delete cascade,
  key text,
  merged_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- A snapshot of lines, total and address at checkout.
create table checkouts (
  id bigint generated always as identity primary key,
  -- 'u<user id>' or 'v<visitor id>'
  person text not null,
  user_id bigint references users on delete set null,
  order_key text not null,
  -- DONE: has an order; EXPIRED, REJECTED: final
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'EXPIRED', 'REJECTED')),
  payment_id text,
  total_cents bigint not null check (total_cents > 0),
  currency text not null default 'USD',
  lines jsonb not null,
  -- quantities are deducted from stock
  reserved boolean not null default true,
  shipping jsonb not null,
  -- first attempt to capture
  capturing_at timestamptz,
  check_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- incremented by each decline
  capture_attempt int not null default 1,
  -- limits open checkouts per address; cleared when closed
  address text,
  -- totals as computed by the client, for comparison only
  client_said jsonb,
  shipping_cents bigint not null default 0,
  -- BCP 47, for emails to guests
  language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  constraint checkouts_shipping_in_total check (shipping_cents >= 0 and shipping_cents <= total_cents)
);
create unique index checkouts_payment_key on checkouts (payment_id);
create index checkouts_open_idx on checkouts (check_at) where status = 'OPEN';
create index checkouts_person_idx on checkouts (person) where status = 'OPEN';
create index checkouts_address_idx on checkouts (address) where status = 'OPEN';

create table orders (
  id bigint generated by default as identity (start with 1001) primary key,
  checkout_id bigint references checkouts,
  user_id bigint references users on delete set null,
  order_key text not null,
  payment_id text not null,
  capture_id text,
  status text not null check (status in ('PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  total_cents bigint not null check (total_cents > 0),
  currency text not null default 'USD',
  shipping_name text not null,
  shipping_address text not null,
  shipping_city text not null,
  shipping_state text not null,
  shipping_zip_code text not null,
  shipping_country text not null,
  shipping_phone text,
  payer_id text,
  payer_email text,
  items jsonb not null,
  carrier text,
  tracking_number text,
  -- acknowledged by the buyer's browser
  claimed boolean not null default false,
  -- a refund is in progress: no other transition is allowed
  cancelling_at timestamptz,
  cancel_reason text,
  refunded_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  search tsvector not null generated always as (to_tsvector('simple', regexp_replace(
    id::text || ' ' || payment_id || ' ' || shipping_name || ' ' || coalesce(payer_email, '') || ' ' || shipping_city || ' ' || coalesce(tracking_number, ''),
    '[^[:alnum:]]+', ' ', 'g'))) stored,
  -- part of total_cents; all of it once refunded_at is set
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  cancelled_by bigint references users on delete set null,
  -- the caller was told that the refund is delayed
  cancel_deferred boolean not null default false,
  shipping_cents bigint not null default 0,
  language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  constraint orders_paid_has_capture check (status in ('PENDING', 'CANCELLED') or capture_id is not null),
  constraint orders_shipping_in_total check (shipping_cents >= 0 and shipping_cents <= total_cents)
);
create unique index orders_checkout_key on orders (checkout_id);
create unique index orders_payment_key on orders (payment_id);
create unique index orders_capture_key on orders (capture_id);
create index orders_user_idx on orders (user_id, id desc);
create index orders_status_idx on orders (status, id desc);
create index orders_search_idx on orders using gin (search);
create index orders_cancelling_idx on orders (cancelling_at) where cancelling_at is not null and status <> 'CANCELLED';

create table order_events (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  actor_id bigint references users on delete set null,
  actor_name text not null,
  text jsonb not null,
  status text not null,
  created_at timestamptz not null default now()
);
create index order_events_order_idx on order_events (order_id, id desc);

-- Processed webhook events, for idempotency.
create table payment_events (
  id text primary key,
  type text not null,
  payment_id text,
  received_at timestamptz not null default now()
);

-- Sales by day, currency and status, net of refunds, kept in step by triggers.
create table sales_days (
  day date,
  currency text,
  status text,
  orders bigint not null default 0,
  cents bigint not null default 0,
  primary key (day, currency, status)
);

create function count_sales() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_agg(s) into changes from (
      select (created_at at time zone 'UTC')::date as day, currency, status, count(*) as n, sum(total_cents - refunded_cents) as c
      from new_rows group by 1, 2, 3) s;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(s) into changes from (
      select (created_at at time zone 'UTC')::date as day, currency, status, -count(*) as n, -sum(total_cents - refunded_cents) as c
      from old_rows group by 1, 2, 3) s;
  else
    select jsonb_agg(s) into changes from (
      select (created_at at time zone 'UTC')::date as day, currency, status, sum(n) as n, sum(c) as c from (
        select created_at, currency, status, 1 as n, total_cents - refunded_cents as c from new_rows
        union all select created_at, currency, status, -1, refunded_cents - total_cents from old_rows) r
      group by 1, 2, 3 having sum(n) <> 0 or sum(c) <> 0) s;
  end if;
  if changes is null then return null; end if;
  -- in a fixed order, so that concurrent statements don't deadlock
  insert into sales_days as d (day, currency, status, orders, cents)
    select day, currency, status, n, c from jsonb_to_recordset(changes) as r (day date, currency text, status text, n bigint, c bigint)
    order by day, currency, status
    on conflict (day, currency, status) do update set orders = d.orders + excluded.orders, cents = d.cents + excluded.cents;
  return null;
end $$;

create trigger orders_sold_delete after delete on orders referencing old table as old_rows for each statement
  execute function count_sales();
create trigger orders_sold_insert after insert on orders referencing new table as new_rows for each statement
  execute function count_sales();
create trigger orders_sold_update after update on orders referencing old table as old_rows new table as new_rows for each statement
  execute function count_sales();
