-- Sales by day and currency, kept in step by triggers: the overview costs the same with ten orders and a million, and
-- never adds up what is of different money.
create table sales_days (
  day date not null,
  currency text not null,
  status text not null,
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
  -- always in the same order, so that two moves at once never wait for each other in a circle
  insert into sales_days as d (day, currency, status, orders, cents)
    select day, currency, status, n, c from jsonb_to_recordset(changes) as r (day date, currency text, status text, n bigint, c bigint)
    order by day, currency, status
    on conflict (day, currency, status) do update set orders = d.orders + excluded.orders, cents = d.cents + excluded.cents;
  return null;
end $$;
create trigger orders_sold_insert after insert on orders referencing new table as new_rows for each statement execute function count_sales();
create trigger orders_sold_update after update on orders referencing old table as old_rows new table as new_rows for each statement execute function count_sales();
create trigger orders_sold_delete after delete on orders referencing old table as old_rows for each statement execute function count_sales();

insert into sales_days (day, currency, status, orders, cents)
  select (created_at at time zone 'UTC')::date, currency, status, count(*), sum(total_cents - refunded_cents) from orders group by 1, 2, 3;

-- the overview looks further back than what was summed up so far
insert into site_days (day, views) select day, sum(views) from video_days group by day on conflict (day) do nothing;

-- the latest comments of the whole site
create index comments_created_idx on comments (created_at desc, id desc) where deleted_at is null;
