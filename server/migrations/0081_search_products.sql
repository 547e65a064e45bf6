-- What the pictures of a product show is searched, too; and the sample products say what they are.
create or replace view searchable_products as
  select p.id, p.name as title,
    concat_ws(' ', p.category, p.description, (select string_agg(alt, ' ') from jsonb_array_elements_text(p.image_alts) alt)) as body
  from products p where p.hidden_at is null;

drop trigger products_searched_update on products;
create trigger products_searched_update after update on products for each row when (
    (old.name, old.category, old.description, old.image_alts, old.hidden_at) is distinct from (new.name, new.category, new.description, new.image_alts, new.hidden_at))
  execute function search_product_changed();

update products set description = new.text from (values
  ('The signature pair: a bold orange frame, warm mirrored lenses and full UV400 protection.',
    'The signature sunglasses: a bold orange frame, warm mirrored lenses and full UV400 protection.'),
  ('Polished black acetate with polarised smoke lenses. Quiet, sharp and made to last.',
    'Sunglasses of polished black acetate with polarised smoke lenses. Quiet, sharp and made to last.'),
  ('Nineteen grams of easy: a flexible frame you forget you are wearing.',
    'Nineteen grams of easy: sunglasses with a flexible frame you forget you are wearing.')) new(old, text)
where description = new.old;
insert into search_pending select 4, id from products;
