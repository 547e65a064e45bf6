-- One word for what is turned down: rejected. Processes of 0.1 may still run beside: what they say is put into the new
-- words, and the column they read stays. Both go in a later release (docs/decisions/023).
alter table upgrade_requests add column reject_reason text check (length(reject_reason) <= 2000);
alter table upgrade_requests
  drop constraint upgrade_requests_status_check,
  drop constraint upgrade_requests_refused_has_reason;
update upgrade_requests set status = 'REJECTED', reject_reason = refuse_reason where status = 'REFUSED';
alter table upgrade_requests
  add constraint upgrade_requests_status_check check (status in ('PENDING', 'GRANTED', 'REJECTED')),
  add constraint upgrade_requests_rejected_has_reason check (status <> 'REJECTED' or reject_reason is not null);
create function say_rejected_request() returns trigger language plpgsql as $$
begin
  if new.status = 'REFUSED' then
    new.status := 'REJECTED';
    new.reject_reason := new.refuse_reason;
  end if;
  new.refuse_reason := new.reject_reason;
  return new;
end $$;
create trigger upgrade_requests_rejected before insert or update on upgrade_requests
  for each row execute function say_rejected_request();

-- OPEN: may still be paid; DONE: has its order; EXPIRED, REJECTED: nothing will come of it
alter table checkouts drop constraint checkouts_status_check;
update checkouts set status = 'REJECTED' where status = 'REFUSED';
alter table checkouts add constraint checkouts_status_check check (status in ('OPEN', 'DONE', 'EXPIRED', 'REJECTED'));
create function say_rejected_checkout() returns trigger language plpgsql as $$
begin
  new.status := 'REJECTED';
  return new;
end $$;
create trigger checkouts_rejected before insert or update of status on checkouts
  for each row when (new.status = 'REFUSED') execute function say_rejected_checkout();
