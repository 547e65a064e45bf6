-- Where the site stands and stood: links in people's texts that name one of these lead to it wherever it stands today.
create table site_origins (
  origin text primary key check (length(origin) <= 300),
  used_at timestamptz not null default now()
);
