-- Orders of what was bought from a video, by its id: what one creator's videos sold reads no other orders.

drop index orders_from_videos_idx;
create index orders_videos_idx on orders using gin (jsonb_path_query_array(items, '$[*].videoId') jsonb_path_ops);
