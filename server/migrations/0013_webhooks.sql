-- Webhooks, their events and deliveries.

create table webhooks (
  id bigint generated always as identity primary key,
  url text not null check (length(url) <= 500),
  events text[] not null check (cardinality(events) > 0 and events <@ array['CLIP_SUBMITTED', 'CLIP_PUBLISHED', 'ORDER_PAID', 'REPORT_NEW']),
  -- encrypted, or plain where processes share no key
  secret text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- Events not yet handed to webhooks, written by triggers below.
create table webhook_events (
  id bigint generated always as identity primary key,
  event text not null,
  subject_id bigint not null,
  at timestamptz not null default now()
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  event text not null,
  body text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
  tries int not null default 0,
  response_status int,
  problem jsonb,
  created_at timestamptz not null default now(),
  tried_at timestamptz
);
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_old_idx on webhook_deliveries (created_at);

create function tell_webhooks() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where is_active and tg_argv[0] = any (events)) then
    insert into webhook_events (event, subject_id) values (tg_argv[0], new.id);
    perform pg_notify('lll_events', E'database\nwebhooks *');
  end if;
  return null;
end $$;

create trigger videos_imported_told after insert on videos for each row when (new.was_public)
  execute function tell_webhooks('CLIP_PUBLISHED');
create trigger videos_published_told after update on videos for each row when (new.was_public and not old.was_public)
  execute function tell_webhooks('CLIP_PUBLISHED');
create trigger videos_resubmitted_told after update of submitted_at on videos for each row
  when (new.origin = 'UPLOAD' and new.status = 'PENDING' and new.visibility <> 'PRIVATE' and new.submitted_at <> old.submitted_at)
  execute function tell_webhooks('CLIP_SUBMITTED');
create trigger videos_submitted_told after insert on videos for each row
  when (new.origin = 'UPLOAD' and new.status = 'PENDING' and new.visibility <> 'PRIVATE')
  execute function tell_webhooks('CLIP_SUBMITTED');
create trigger reports_told after insert on reports for each row execute function tell_webhooks('REPORT_NEW');
create trigger orders_became_paid_told after update of status on orders for each row
  when (new.status = 'PAID' and old.status <> 'PAID')
  execute function tell_webhooks('ORDER_PAID');
create trigger orders_paid_told after insert on orders for each row when (new.status = 'PAID')
  execute function tell_webhooks('ORDER_PAID');
