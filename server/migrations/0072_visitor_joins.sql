-- What a visitor did is found when they sign in.
create index video_views_person_idx on video_views (person);
create index comments_visitor_idx on comments (person) where author_id is null;
