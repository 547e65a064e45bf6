-- The sizes (shorter side in pixels, smallest first) that a video's MP4 comes in, each in a file beside mp4_key whose name
-- begins with its number (720p.mp4); empty where there is one only. Written by server/submissions/ alone.
alter table videos add column mp4_lines int[] not null default '{}';
