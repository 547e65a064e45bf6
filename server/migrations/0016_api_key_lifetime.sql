-- A key lives a year at most, and none works again once a suspension ends.
delete from api_keys using users where users.id = api_keys.user_id and users.suspended_at is not null;
update api_keys set expires_at = created_at + interval '1 year' where expires_at > created_at + interval '1 year';
alter table api_keys add constraint api_keys_lifetime_check check (expires_at - created_at <= interval '8784 hours');
