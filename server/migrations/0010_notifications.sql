-- Notifications, their channels, push and announcements.

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- one row per key: a second like within the hour increments `count`
  key text not null check (length(key) <= 200),
  kind text not null check (kind in ('REPLY', 'MENTION', 'FOLLOWER', 'LIKE', 'CLIP_APPROVED', 'CLIP_REJECTED', 'CLIP_READY', 'CLIP_PUBLISHED', 'UPGRADE_DECIDED', 'ORDER_STATUS', 'REPORT_DECIDED', 'REVIEW_WAITING', 'CLIP_EDITED', 'JOB_FAILED', 'REPORT_NEW')),
  -- joined when shown, so that hidden content hides its notifications
  subject_type text check (subject_type in ('VIDEO', 'COMMENT', 'POST', 'PERSON', 'ORDER', 'ACT', 'REQUEST')),
  subject_id bigint,
  actor_id bigint references users on delete set null,
  -- LIKE: the hour; JOB_FAILED: since when
  since timestamptz,
  count int not null default 1 check (count > 0),
  -- a status or the name of a job
  note text check (length(note) <= 2000),
  -- why a video was rejected: a stored message
  reason jsonb,
  event bigint not null,
  -- channels
  in_site boolean not null,
  email text not null check (email in ('NONE', 'AT_ONCE', 'DAILY')),
  emailed_at timestamptz,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- position in the video that the note refers to
  at_ms int check (at_ms >= 0),
  constraint notifications_subject check ((subject_type is null) = (subject_id is null))
);
create unique index notifications_user_key on notifications (user_id, key);
create unique index notifications_event_key on notifications (user_id, event desc);
create index notifications_unread_idx on notifications (user_id, event desc) where read_at is null and in_site;
create index notifications_daily_idx on notifications (user_id) where email = 'DAILY' and emailed_at is null;
create index notifications_created_idx on notifications (created_at);

-- Event numbers are assigned while this row is locked, so that streams resume without gaps.
create table notification_boxes (
  user_id bigint primary key references users on delete cascade,
  last_event bigint not null default 0,
  -- delivery failed for this address (lower case); a new one is tried again
  email_failed text check (length(email_failed) <= 254),
  email_failed_at timestamptz,
  email_failure text check (length(email_failure) <= 500),
  push_failed_at timestamptz,
  -- date of the last daily email
  daily_on date,
  constraint notification_boxes_failure check (num_nulls(email_failed, email_failed_at, email_failure) in (0, 3))
);

-- Channel preferences; defaults are in contract/notifications/kinds.ts.
create table notification_ways (
  user_id bigint references users on delete cascade,
  kind text,
  site boolean not null,
  email text not null check (email in ('NONE', 'AT_ONCE', 'DAILY')),
  push boolean not null,
  primary key (user_id, kind)
);
create index notification_ways_daily_idx on notification_ways (user_id) where email = 'DAILY';

-- Web push subscriptions end with their session.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_idx on push_subscriptions (user_id);
create index push_subscriptions_session_idx on push_subscriptions (session_id);

-- Videos to announce to search engines and WebSub hubs, written by triggers below.
create table announcements (
  id bigint generated always as identity primary key,
  video_id bigint not null
);

-- Videos whose followers have been notified, once.
create table announced_videos (
  video_id bigint primary key references videos on delete cascade
);

-- Open event streams of all processes look again when visibility changes (server/app/database/pubsub.ts).
create function notifications_look_again() returns trigger language plpgsql as $$
begin
  perform pg_notify('lll_events', E'database\nnotifications *');
  return null;
end $$;

create function note_published_video() returns trigger language plpgsql as $$
begin
  insert into announcements (video_id) values (case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end $$;

create trigger users_gone after delete on users for each row execute function notifications_look_again();
create trigger users_seen_changed after update of suspended_at, deleted_at on users for each row
  when ((old.suspended_at, old.deleted_at) is distinct from (new.suspended_at, new.deleted_at))
  execute function notifications_look_again();
create trigger videos_changed_announced after update on videos for each row when (new.is_public <> old.is_public)
  execute function note_published_video();
create trigger videos_deleted_announced after delete on videos for each row when (old.is_public)
  execute function note_published_video();
create trigger videos_gone after delete on videos for each row execute function notifications_look_again();
create trigger videos_imported_announced after insert on videos for each row when (new.is_public)
  execute function note_published_video();
create trigger videos_seen_changed after update of status, processing, archived_at, visibility, publish_at on videos for each row
  when ((old.is_live, old.visibility, old.archived_at is null) is distinct from (new.is_live, new.visibility, new.archived_at is null))
  execute function notifications_look_again();
create trigger comments_seen_changed after update of hidden_at, held_at, deleted_at on comments for each row
  when ((old.hidden_at, old.held_at, old.deleted_at) is distinct from (new.hidden_at, new.held_at, new.deleted_at))
  execute function notifications_look_again();
create trigger posts_seen_changed after update of hidden_at, held_at, deleted_at on posts for each row
  when ((old.hidden_at, old.held_at, old.deleted_at) is distinct from (new.hidden_at, new.held_at, new.deleted_at))
  execute function notifications_look_again();
