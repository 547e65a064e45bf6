-- Labels of videos, downloads, support links and copyright reports.

alter table videos
  -- null: its creator chose none
  add labels text[] check (labels <@ array['ai', 'paid', 'sensitive']),
  -- those that an admin set or took away
  add admin_labels text[] not null default '{}' check (admin_labels <@ array['ai', 'paid', 'sensitive']),
  -- null: the site's default
  add downloadable boolean,
  add support_link text check (length(support_link) <= 2000);

alter table users
  add sensitive text not null default 'BLUR' check (sensitive in ('BLUR', 'SHOW', 'HIDE')),
  add support_link text check (length(support_link) <= 2000);

alter table reports
  add category text not null default 'OTHER' check (category in ('OTHER', 'COPYRIGHT')),
  -- {name, email} of who claims a copyright
  add contact jsonb;
