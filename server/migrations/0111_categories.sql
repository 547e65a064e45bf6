-- Categories are the owner's. Their order is kept with the settings; these tables hold what a clip or product may be in.
create table video_categories (name text primary key);
create table product_categories (name text primary key);
insert into video_categories (name) values ('Business'), ('Lifestyle'), ('Beauty'), ('Innovation');
insert into product_categories (name) values ('Classic'), ('Premium'), ('Casual');
alter table videos drop constraint videos_category_check,
  add constraint videos_category_fkey foreign key (category) references video_categories (name);
alter table products drop constraint products_category_check,
  add constraint products_category_fkey foreign key (category) references product_categories (name);
