-- Two variants of a product that were sold at once: each sum was made before the other sale was there. The sums of a product
-- wait for each other now, and are made of what is committed by then.
create or replace function sum_variants() returns trigger language plpgsql as $$
begin
  perform from products where id = coalesce(new.product_id, old.product_id) for no key update;
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

update product_variants set stock = stock
where id in (select min(id) from product_variants group by product_id);
