-- Edits of videos: what is cut, cropped and turned of the original that stays as it is.

alter table videos
  add edit jsonb check (jsonb_typeof(edit) = 'object'),
  add version int not null default 1,
  -- the original as it is shown; null: not edited, and as the video's own columns have it
  add original_ms bigint check (original_ms >= 0),
  add original_width int,
  add original_height int;
