-- Products shown in a video.

create table video_products (
  video_id bigint not null references videos on delete cascade,
  position int not null,
  product_id bigint not null references products on delete cascade,
  variant_id bigint references product_variants on delete cascade,
  -- seconds
  start_at double precision not null check (start_at >= 0),
  end_at double precision not null check (end_at > start_at),
  primary key (video_id, position)
);
create index video_products_product_idx on video_products (product_id);

-- Orders of what was bought from a video, for what a creator's videos sold.
create index orders_from_videos_idx on orders (id) where items @? '$[*].videoId ? (@ > 0)';
