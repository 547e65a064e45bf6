-- A checkout takes its stock when it is paid for, no longer when it is made.

alter table checkouts
  -- where an open one comes from, so that one place can't open any number of them; forgotten when it is closed
  add column address text;
create index checkouts_address_idx on checkouts (address) where status = 'OPEN';

-- what unpaid checkouts of before hold is free again
update products p set stock = p.stock + held.quantity
from (
  select (line ->> 'productId')::bigint as product_id, sum((line ->> 'quantity')::int)::int as quantity
  from checkouts, jsonb_array_elements(lines) line
  where status = 'OPEN' and reserved and capturing_at is null
  group by 1
) held
where p.id = held.product_id and p.stock is not null;
update checkouts set reserved = false where status = 'OPEN' and reserved and capturing_at is null;
