-- The list of filming locations reads those few uploads alone.
create index videos_located_idx on videos (created_at desc, id desc)
  where origin = 'UPLOAD' and archived_at is null and latitude is not null and longitude is not null;
