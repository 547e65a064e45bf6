-- People, sessions, videos with their counters, comments, the audit log.

create table users (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9_.-]{3,30}$'),
  email text check (length(email) <= 254),
  email_verified_at timestamptz,
  password_hash text,
  display_name text check (length(display_name) <= 200),
  bio text check (length(bio) <= 8000),
  -- storage key of the square image's folder
  profile_image text,
  role text not null default 'LOGIN_USER' check (role in ('LOGIN_USER', 'CONTENT_CREATOR', 'GLOBAL_ADMIN')),
  suspended_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the token; the token itself is never stored
  token_hash bytea not null,
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index sessions_token_hash_key on sessions (token_hash);
create index sessions_user_id_idx on sessions (user_id);

create table videos (
  id bigint generated always as identity primary key,
  origin text not null check (origin in ('UPLOAD', 'IMPORT')),
  uploader_id bigint references users on delete set null,
  title text not null check (length(title) between 1 and 800),
  description text check (length(description) <= 20000),
  category text not null check (category in ('Business', 'Lifestyle', 'Beauty', 'Innovation')),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  processing text not null default 'QUEUED' check (processing in ('QUEUED', 'PROCESSING', 'READY', 'FAILED')),
  processing_percent int not null default 0 check (processing_percent between 0 and 100),
  failure_reason text,
  reject_reason text,
  approved_at timestamptz,
  archived_at timestamptz,
  archive_reason text,
  is_featured boolean not null default false,
  featured_position int,
  is_trending boolean not null default false,
  source text not null default 'OTHER' check (source in ('YOUTUBE', 'TWITCH', 'OTHER')),
  -- imported ones: where they come from
  source_id text,
  external_url text,
  external_creator text,
  external_avatar text,
  external_thumbnail text,
  external_views bigint,
  external_likes bigint,
  external_refreshed_at timestamptz,
  -- own ones: storage keys, each under a folder that is never written twice, so that files can be cached for good
  original_key text,
  mp4_key text,
  hls_key text,
  poster_key text,
  storyboard_key text,
  placeholder text,
  captions jsonb not null default '[]',
  duration_ms bigint not null default 0 check (duration_ms >= 0),
  width int,
  height int,
  -- own counters, kept in step by the statements that write likes, views and comments. No `check (… >= 0)`: PostgreSQL
  -- tests it on the row as the snapshot saw it, before it notices that a parallel like has counted already
  like_count bigint not null default 0,
  view_count bigint not null default 0,
  comment_count bigint not null default 0,
  location_name text,
  location_address text,
  location_city text,
  location_state text,
  location_country text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy double precision,
  created_at timestamptz not null default now(),
  is_public boolean not null generated always as (status = 'APPROVED' and processing = 'READY' and archived_at is null) stored,
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', coalesce(external_creator, '')), 'B')
    || setweight(to_tsvector('simple', coalesce(description, '')), 'C')) stored,
  constraint videos_flags_need_approval check (not (is_featured or is_trending) or (status = 'APPROVED' and archived_at is null)),
  constraint videos_approved_has_time check (status <> 'APPROVED' or approved_at is not null)
);
create unique index videos_source_key on videos (source, source_id) where source_id is not null;
create index videos_public_new_idx on videos (approved_at desc, id desc) where is_public;
create index videos_public_category_idx on videos (category, approved_at desc, id desc) where is_public;
create index videos_public_top_idx on videos ((view_count + coalesce(external_views, 0)) desc, id desc) where is_public;
create index videos_public_flags_idx on videos (id) where is_public and (is_featured or is_trending);
create index videos_uploader_idx on videos (uploader_id, created_at desc);
create index videos_origin_status_idx on videos (origin, status, created_at desc);
create index videos_search_idx on videos using gin (search);

-- `person` is 'u<user id>' or 'v<visitor id>': one like per person and thing, a second call takes it back
create table video_likes (
  video_id bigint not null references videos on delete cascade,
  person text not null,
  liked boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (video_id, person)
);
create index video_likes_person_idx on video_likes (person, changed_at desc) where liked;

create table video_views (
  video_id bigint not null references videos on delete cascade,
  person text not null,
  counted_at timestamptz not null default now(),
  primary key (video_id, person)
);

-- views per day, for charts and the rotation
create table video_days (
  video_id bigint not null references videos on delete cascade,
  day date not null,
  views bigint not null default 0,
  primary key (day, video_id)
);

create table comments (
  id bigint generated always as identity primary key,
  video_id bigint not null references videos on delete cascade,
  author_id bigint references users on delete set null,
  guest_name text check (length(guest_name) <= 200),
  -- who wrote it, signed in or not
  person text not null,
  text text not null check (length(text) between 1 and 8000),
  like_count bigint not null default 0,
  hidden_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  constraint comments_one_author check (author_id is null or guest_name is null)
);
create index comments_video_idx on comments (video_id, id desc) where hidden_at is null and deleted_at is null;
create index comments_author_idx on comments (author_id, id desc);
create index comments_top_idx on comments (like_count desc, id desc) where hidden_at is null and deleted_at is null;

create table comment_likes (
  comment_id bigint not null references comments on delete cascade,
  person text not null,
  liked boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (comment_id, person)
);
create index comment_likes_person_idx on comment_likes (person, changed_at desc) where liked;

-- who did what to which thing; rows are only ever added
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id bigint references users on delete set null,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_subject_idx on audit_log (subject_type, subject_id, id desc);
create index audit_log_actor_idx on audit_log (actor_id, id desc);
create index audit_log_created_idx on audit_log (created_at desc);

-- small facts the site keeps about itself (sample content loaded, keys it made for itself)
create table site_facts (
  name text primary key,
  value jsonb not null
);
