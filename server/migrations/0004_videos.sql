-- Videos, uploads, captions and daily views.

create table videos (
  id bigint generated always as identity primary key,
  origin text not null check (origin in ('UPLOAD', 'IMPORT', 'REPLACEMENT')),
  uploader_id bigint references users on delete set null,
  title text not null check (length(title) between 1 and 800),
  description text check (length(description) <= 20000),
  category text not null references video_categories(name),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  processing text not null default 'QUEUED' check (processing in ('QUEUED', 'PROCESSING', 'READY', 'FAILED')),
  processing_percent int not null default 0 check (processing_percent between 0 and 100),
  -- stored messages, as all that people read and the server wrote (contract/text/message.ts)
  failure_reason jsonb,
  reject_reason jsonb,
  approved_at timestamptz,
  archived_at timestamptz,
  archive_reason jsonb,
  is_featured boolean not null default false,
  featured_position int,
  is_trending boolean not null default false,
  source text not null default 'OTHER' check (source in ('YOUTUBE', 'TWITCH', 'OTHER')),
  -- imports
  source_id text,
  external_url text,
  external_creator text,
  external_avatar text,
  external_thumbnail text,
  external_views bigint,
  external_likes bigint,
  external_refreshed_at timestamptz,
  -- uploads: storage keys in a folder that is written once, so that files can be cached forever
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
  -- the point that stays in view when a thumbnail is cropped
  focus_x double precision not null default 0.5 check (focus_x between 0 and 1),
  focus_y double precision not null default 0.5 check (focus_y between 0 and 1),
  -- No `check (like_count >= 0)`: it would be tested on the row of the snapshot, before a concurrent like is seen.
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
  is_public boolean not null default false,
  -- webhooks are sent on first publication only
  was_public boolean not null default false,
  -- folder videos/<id>/<media_rev>/; every file gets a new one
  media_rev text check (media_rev ~ '^[a-z0-9]{10,40}$'),
  -- as uploaded
  original_thumbnail_key text,
  original_size bigint,
  original_sha256 text,
  checked_at timestamptz,
  -- position in the review queue; a resubmission moves to the end
  submitted_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by bigint references users on delete set null,
  reject_at_ms bigint check (reject_at_ms >= 0),
  -- highest first; 0 is not in rotation and sorts by date
  rotation_rank int not null default 0,
  -- public copies for MEDIA_URL and the keys copied so far (server/videos/publish.jobs.ts)
  published_url text,
  published_keys text[],
  -- heights of the MP4s beside mp4_key (720p.mp4), ascending; empty if there is one only
  mp4_lines int[] not null default '{}',
  pinned_comment_id bigint,
  -- null: the site's default
  comments_off boolean,
  visibility text not null default 'PUBLIC' check (visibility in ('PUBLIC', 'UNLISTED', 'MEMBERS', 'PRIVATE')),
  publish_at timestamptz,
  -- visible to others than its creator and admins
  is_live boolean not null default false,
  -- comments are held for the creator
  comments_held boolean not null default false,
  -- the creator archived it and may restore it
  archived_by_creator boolean not null default false,
  -- last change by the creator after approval
  edited_at timestamptz,
  -- changes that are pending review
  pending_change jsonb,
  -- original publication date, from an archive
  first_published timestamptz,
  replaces bigint references videos on delete cascade,
  -- folders of replaced files: open pages play them until they are removed a day later
  former_revs text[] not null default '{}',
  candidates smallint not null default 0 check (candidates between 0 and 5),
  pending_thumbnail_key text,
  uploader_suspended boolean not null default false,
  constraint videos_approved_has_time check (status <> 'APPROVED' or approved_at is not null),
  constraint videos_flags_need_approval
    check ((not (is_featured or is_trending)) or (status = 'APPROVED' and archived_at is null and visibility = 'PUBLIC')),
  constraint videos_public_is_live check (is_public = (is_live and visibility = 'PUBLIC')),
  constraint videos_replaces_check
    check ((origin = 'REPLACEMENT') = (replaces is not null) and (origin <> 'REPLACEMENT' or visibility = 'PRIVATE'))
);
create unique index videos_source_key on videos (source, source_id) where source_id is not null;
create index videos_public_new_idx on videos (approved_at desc, id desc) where is_public;
create index videos_public_portrait_idx on videos (approved_at desc, id desc) where is_public and height > width;
create index videos_public_category_idx on videos (category, approved_at desc, id desc) where is_public;
create index videos_public_top_idx on videos ((view_count + coalesce(external_views, 0)) desc, id desc) where is_public;
create index videos_public_flags_idx on videos (id) where is_public and (is_featured or is_trending);
create index videos_uploader_idx on videos (uploader_id, created_at desc);
create index videos_origin_status_idx on videos (origin, status, created_at desc);
create index videos_unfinished_idx on videos (id) where processing in ('QUEUED', 'PROCESSING');
create index videos_rotation_idx on videos (rotation_rank desc, id desc) where is_public;
create index videos_rotation_category_idx on videos (category, rotation_rank desc, id desc) where is_public;
create index videos_ranked_idx on videos (id) where rotation_rank > 0;
create index videos_featured_idx on videos (featured_position, id) where is_featured;
create index videos_trending_idx on videos (id desc) where is_trending;
create index videos_approved_idx on videos (approved_at desc, id desc) where status = 'APPROVED' and archived_at is null;
create index videos_imported_idx on videos (category, id desc) where origin = 'IMPORT' and archived_at is null;
create index videos_imports_idx on videos (created_at desc, id desc) where origin = 'IMPORT';
create index videos_refresh_idx on videos (external_refreshed_at, id) where origin = 'IMPORT' and archived_at is null;
create index videos_archive_idx on videos (origin, archived_at desc, id desc) where archived_at is not null;
create index videos_located_idx on videos (created_at desc, id desc)
  where origin = 'UPLOAD' and archived_at is null and latitude is not null and longitude is not null;
create index videos_uploads_idx on videos (created_at desc, id desc) where origin = 'UPLOAD' and archived_at is null;
create index videos_original_key_idx on videos (original_key) where original_key is not null;
create index videos_original_thumbnail_key_idx on videos (original_thumbnail_key) where original_thumbnail_key is not null;
create index videos_uploader_public_idx on videos (uploader_id, approved_at desc, id desc) where is_public;
-- Empty without MEDIA_URL.
create index videos_unpublished_idx on videos (id) where is_public and media_rev is not null and published_keys is null;
create index videos_withdrawn_idx on videos (id) where not is_public and published_url is not null;
create index videos_published_idx on videos (id) where published_url is not null;
create index videos_pinned_comment_idx on videos (pinned_comment_id) where pinned_comment_id is not null;
create index videos_scheduled_idx on videos (publish_at) where publish_at is not null;
create index videos_review_queue_idx on videos (submitted_at, id)
  where origin = 'UPLOAD' and status = 'PENDING' and archived_at is null and visibility <> 'PRIVATE';
create index videos_pending_idx on videos (origin) where status = 'PENDING' and archived_at is null and visibility <> 'PRIVATE';
create index videos_pending_change_idx on videos (id) where pending_change is not null;
create index videos_original_idx on videos (uploader_id, original_sha256) where original_sha256 is not null;
create unique index videos_replaces_key on videos (replaces) where replaces is not null;
create index videos_pending_thumbnail_idx on videos (id) where pending_thumbnail_key is not null;
create index videos_hidden_ids_idx on videos (id) where not is_public;
create index videos_public_ids_idx on videos (id) include (approved_at, edited_at) where is_public;

-- Uploads in progress.
create table uploads (
  id text primary key check (id ~ '^[a-z0-9]{20,40}$'),
  user_id bigint not null references users on delete cascade,
  -- null for multipart until the end
  bytes_total bigint check (bytes_total > 0),
  bytes_received bigint not null default 0,
  fields jsonb not null default '{}',
  -- storage keys, in order
  parts text[] not null default '{}',
  video_id bigint references videos on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idempotency_key text check (length(idempotency_key) between 8 and 100),
  -- counted against the creator's daily quota
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  constraint uploads_once unique (user_id, idempotency_key),
  constraint uploads_received_fits check (bytes_total is null or bytes_received <= bytes_total)
);
create index uploads_expires_idx on uploads (expires_at);
create index uploads_video_idx on uploads (video_id) where video_id is not null;

create table video_views (
  video_id bigint references videos on delete cascade,
  person text,
  counted_at timestamptz not null default now(),
  primary key (video_id, person)
);
create index video_views_person_idx on video_views (person);

create table video_days (
  video_id bigint references videos on delete cascade,
  day date,
  views bigint not null default 0,
  primary key (day, video_id)
);

-- Sums of video_days.
create table site_days (
  day date primary key,
  views bigint not null default 0,
  summed_at timestamptz not null default now()
);

create table captions (
  video_id bigint references videos on delete cascade,
  -- BCP 47
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  kind text check (kind in ('captions', 'subtitles', 'chapters')),
  state text not null check (state in ('PUBLISHED', 'DRAFT', 'WAITING')),
  published boolean generated always as (state = 'PUBLISHED') stored,
  is_default boolean not null default false,
  by_machine boolean not null default false,
  -- [[start ms, end ms, text, settings, confidence]]
  cues jsonb not null check (jsonb_typeof(cues) = 'array' and jsonb_array_length(cues) <= 5000),
  words int not null check (words >= 0),
  -- folded text for search, one line per cue; null: not searched
  plain text check (length(plain) <= 4000000),
  updated_at timestamptz not null default now(),
  updated_by bigint references users on delete set null,
  primary key (video_id, language, kind, published)
);
create unique index captions_default_key on captions (video_id) where is_default and published;
create index captions_waiting_idx on captions (updated_at) where state = 'WAITING';
create index captions_updated_by_idx on captions (updated_by);

-- Requests for machine captions and their outcome.
create table transcriptions (
  video_id bigint primary key references videos on delete cascade,
  -- SILENT: no speech found
  state text not null check (state in ('QUEUED', 'DONE', 'SILENT', 'FAILED')),
  -- of the resulting track
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  updated_at timestamptz not null default now()
);

create function show_video() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.uploader_id is not null then
    new.uploader_suspended := exists (select from users where id = new.uploader_id and suspended_at is not null);
  end if;
  new.is_live := new.status = 'APPROVED' and new.processing = 'READY' and new.archived_at is null
    and new.visibility <> 'PRIVATE' and new.publish_at is null and not new.uploader_suspended;
  new.is_public := new.is_live and new.visibility = 'PUBLIC';
  new.was_public := new.was_public or new.is_public;
  return new;
end $$;

-- Whether `viewer` (null: a guest) may see a video; written into statements by server/app/database/may-see.ts.
create function can_see(v videos, viewer bigint, is_admin boolean) returns boolean language sql immutable parallel safe as $$
  select v.is_live and (v.visibility <> 'MEMBERS' or viewer is not null) or coalesce(v.uploader_id = viewer, false) or is_admin
$$;

create trigger videos_shown before insert or update of status, processing, archived_at, visibility, publish_at, uploader_suspended, is_live, is_public on videos for each row
  execute function show_video();
