-- Uploaded pictures of products, with what they show in words.

alter table products add column image_alts jsonb not null default '[]';

-- one row per uploaded picture, so that those nobody uses can be swept
create table product_pictures (
  -- its folder in the storage: products/<random>
  folder text primary key,
  uploaded_by bigint references users on delete set null,
  -- an order shows it: kept although its product may have others by now
  ordered boolean not null default false,
  -- uploaded, or last saved with a product
  used_at timestamptz not null default now(),
  -- its files are being removed; no product may take it any more
  swept_at timestamptz
);
create index product_pictures_used_idx on product_pictures (used_at) where not ordered;
