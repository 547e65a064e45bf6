-- Money given back in part, who asked for a cancellation, and how often a capture was declined.

alter table orders
  -- of total_cents; everything once refunded_at is set
  add column refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  add column cancelled_by bigint references users on delete set null,
  -- the caller was told that the refund takes longer
  add column cancel_deferred boolean not null default false;
-- each definite decline begins a new attempt at the provider
alter table checkouts add column capture_attempt int not null default 1;

-- sums are of what was kept
create or replace function count_orders() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(status, jsonb_build_array(n, c)) into changes
      from (select status, count(*) as n, sum(total_cents - refunded_cents) as c from new_rows group by status) s;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(status, jsonb_build_array(-n, -c)) into changes
      from (select status, count(*) as n, sum(total_cents - refunded_cents) as c from old_rows group by status) s;
  else
    select jsonb_object_agg(status, jsonb_build_array(n, c)) into changes from (
      select status, sum(n) as n, sum(c) as c from (
        select status, 1 as n, total_cents - refunded_cents as c from new_rows
        union all select status, -1, refunded_cents - total_cents from old_rows) r
      group by status having sum(n) <> 0 or sum(c) <> 0) s;
  end if;
  if changes is null then return null; end if;
  -- always in the same order, so that two moves at once never wait for each other in a circle
  perform 1 from order_totals where changes ? status order by status for update;
  update order_totals t set orders = t.orders + (changes -> t.status ->> 0)::bigint, cents = t.cents + (changes -> t.status ->> 1)::bigint
    where changes ? t.status;
  return null;
end $$;
update orders set refunded_cents = total_cents where refunded_at is not null;
