-- In which people read the site, as BCP 47 tags: what they chose, and the one their account was made in, for mails until
-- then. Which languages there are stands in the code, and may change.
alter table users
  add column language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  add column sign_up_language text check (sign_up_language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');

alter table sign_up_requests
  add column language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
