-- One word for what is turned down: rejected.
alter table upgrade_requests rename column refuse_reason to reject_reason;
alter table upgrade_requests
  drop constraint upgrade_requests_status_check,
  drop constraint upgrade_requests_refused_has_reason;
update upgrade_requests set status = 'REJECTED' where status = 'REFUSED';
alter table upgrade_requests
  add constraint upgrade_requests_status_check check (status in ('PENDING', 'GRANTED', 'REJECTED')),
  add constraint upgrade_requests_rejected_has_reason check (status <> 'REJECTED' or reject_reason is not null);

-- OPEN: may still be paid; DONE: has its order; EXPIRED, REJECTED: nothing will come of it
alter table checkouts drop constraint checkouts_status_check;
update checkouts set status = 'REJECTED' where status = 'REFUSED';
alter table checkouts add constraint checkouts_status_check check (status in ('OPEN', 'DONE', 'EXPIRED', 'REJECTED'));
