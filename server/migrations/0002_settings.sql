-- The owner's settings, categories and origins.

-- Every version of each section; the highest is in force. Secrets are encrypted.
create table settings_versions (
  section text,
  version int check (version > 0),
  value jsonb not null,
  secrets jsonb not null default '{}',
  author_id bigint,
  author_name text not null,
  created_at timestamptz not null default now(),
  primary key (section, version)
);
create index settings_versions_author_idx on settings_versions (author_id);

-- Current and former origins of the site: links to any of them in user text point to the current one.
create table site_origins (
  origin text primary key check (length(origin) <= 300),
  used_at timestamptz not null default now()
);

-- The order of categories is part of the settings.
create table video_categories (
  name text primary key
);

create table product_categories (
  name text primary key
);

insert into video_categories values ('Business'), ('Lifestyle'), ('Beauty'), ('Innovation');
insert into product_categories values ('Classic'), ('Premium'), ('Casual');
