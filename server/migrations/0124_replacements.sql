-- Another film for a clip: a row of its own while it is encoded and reviewed, of an origin that no list asks for. Its files lie
-- in the clip's folder, under its own media_rev. Nobody but who made the clip and admins sees it (show_video).
alter table videos drop constraint videos_origin_check,
  add constraint videos_origin_check check (origin in ('UPLOAD', 'IMPORT', 'REPLACEMENT')),
  add column replaces bigint references videos on delete cascade,
  add constraint videos_replaces_check check ((origin = 'REPLACEMENT') = (replaces is not null)
    and (origin <> 'REPLACEMENT' or visibility = 'PRIVATE'));
create unique index videos_replaces_key on videos (replaces) where replaces is not null;
