-- The owner's settings, categories and origins.

-- The owner's settings: every version of each section, the highest holds. Secrets are encrypted.
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

-- Where the site stands and stood: links in people's texts that name one of these lead to it wherever it stands today.
create table site_origins (
  origin text primary key check (length(origin) <= 300),
  used_at timestamptz not null default now()
);

-- Categories are the owner's. Their order is kept with the settings; these tables hold what a clip or product may be in.
create table video_categories (
  name text primary key
);

create table product_categories (
  name text primary key
);

insert into video_categories values ('Business'), ('Lifestyle'), ('Beauty'), ('Innovation');
insert into product_categories values ('Classic'), ('Premium'), ('Casual');
