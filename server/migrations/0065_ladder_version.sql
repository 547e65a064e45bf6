-- Which form of the encoder made a video's HLS files; those of a former one are looked at once, and made again if wrong.
alter table videos add column ladder_version int not null default 1;
