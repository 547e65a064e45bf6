-- What shipping cost, as it was when somebody checked out; a part of the total.
alter table checkouts
  add column shipping_cents bigint not null default 0,
  add constraint checkouts_shipping_in_total check (shipping_cents between 0 and total_cents);
alter table orders
  add column shipping_cents bigint not null default 0,
  add constraint orders_shipping_in_total check (shipping_cents between 0 and total_cents);
