-- Variants of products, and the ledger of their stock.

alter table products
  -- [{name, values}], two at most
  add column options jsonb not null default '[]',
  -- manufacturer, address, email, euResponsible; null: the shop's default
  add column safety jsonb;

-- A product has at least one. Without options, its only one is what is bought.
create table product_variants (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  position int not null default 0,
  -- a value for each option of the product, in their order
  options jsonb not null default '[]',
  price_cents int not null check (price_cents between 1 and 10000000),
  -- available units without reserved ones; null: unlimited
  stock int check (stock >= 0),
  low_stock_at int not null default 3 check (low_stock_at >= 0),
  sku text check (length(sku) between 1 and 64),
  gtin text check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'),
  images jsonb not null default '[]'
);
create index product_variants_product_idx on product_variants (product_id, position, id);

insert into product_variants (product_id, price_cents, stock)
  select id, price_cents, stock from products order by id;

-- The price and the stock of a product are those of its variants: the lowest price in stock, and the sum.
create function sum_variants() returns trigger language plpgsql as $$
begin
  update products p set
    price_cents = coalesce(v.price, p.price_cents),
    stock = case when v.unlimited then null else v.stock end
  from (
    select coalesce(min(price_cents) filter (where stock is distinct from 0), min(price_cents)) as price,
      coalesce(bool_or(stock is null), false) as unlimited, coalesce(sum(stock), 0)::int as stock
    from product_variants where product_id = coalesce(new.product_id, old.product_id)) v
  where p.id = coalesce(new.product_id, old.product_id);
  return null;
end $$;
create trigger product_variants_sum after insert or delete or update of price_cents, stock on product_variants
  for each row execute function sum_variants();

-- A product is created with one variant. A process of 0.3.0 knows no other, and changes price and stock here.
create function write_only_variant() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_variants (product_id, price_cents, stock) values (new.id, new.price_cents, new.stock);
  else
    update product_variants set price_cents = new.price_cents, stock = new.stock where product_id = new.id
      and not exists (select 1 from product_variants other where other.product_id = new.id and other.id <> product_variants.id);
  end if;
  return null;
end $$;
create trigger products_variant_insert after insert on products for each row execute function write_only_variant();
create trigger products_variant_update after update of price_cents, stock on products for each row
  when (pg_trigger_depth() = 0 and (new.price_cents, new.stock) is distinct from (old.price_cents, old.stock))
  execute function write_only_variant();

-- Every change of a stock that is counted; the sum of a variant's movements is its stock.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  -- of a variant that may be gone by now
  variant_id bigint not null,
  quantity int not null check (quantity <> 0),
  reason text not null check (reason in ('ADJUSTED', 'SALE', 'RELEASED', 'CANCELLED', 'RETURNED')),
  actor_id bigint references users on delete set null,
  actor_name text not null,
  checkout_id bigint references checkouts on delete set null,
  order_id bigint references orders on delete set null,
  created_at timestamptz not null default now()
);
create index stock_movements_created_idx on stock_movements (created_at, id);
create index stock_movements_variant_idx on stock_movements (variant_id, id desc);
insert into stock_movements (product_id, variant_id, quantity, reason, actor_name)
  select product_id, id, stock, 'ADJUSTED', 'system' from product_variants where stock > 0;

alter table cart_lines
  add column variant_id bigint references product_variants on delete cascade,
  -- where it was put in from
  add column video_id bigint references videos on delete set null,
  add column at_seconds double precision check (at_seconds >= 0);
update cart_lines set variant_id = (
  select id from product_variants v where v.product_id = cart_lines.product_id order by position, id limit 1);
alter table cart_lines drop constraint cart_lines_pkey, alter column variant_id set not null,
  add primary key (user_id, variant_id);
create index cart_lines_product_idx on cart_lines (user_id, product_id);

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check
  check (kind in ('REPLY', 'MENTION', 'FOLLOWER', 'LIKE', 'CLIP_APPROVED', 'CLIP_REJECTED', 'CLIP_READY', 'CLIP_PUBLISHED', 'UPGRADE_DECIDED', 'ORDER_STATUS', 'REPORT_DECIDED', 'REVIEW_WAITING', 'CLIP_EDITED', 'JOB_FAILED', 'REPORT_NEW', 'STOCK_LOW'));
