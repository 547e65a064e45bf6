-- What a buyer asks about a pair: how it fits, what its lenses do, how it is kept clean. Null: nothing is said.

alter table products
  add column fit text check (length(fit) between 1 and 500),
  add column lens text check (length(lens) between 1 and 500),
  add column care text check (length(care) between 1 and 500);

update products set
  fit = 'Medium width: 142 mm across, lenses 52 mm wide, bridge 18 mm, temples 145 mm.',
  lens = 'Mirrored orange, UV400, category 3: for bright days. Fine for driving.',
  care = 'Rinse with water, then wipe with the cloth that comes with it. No paper towels.'
where images->>0 = '/products/orange-vibes-front.webp';
update products set
  fit = 'Wide: 146 mm across, lenses 54 mm wide, bridge 19 mm, temples 148 mm.',
  lens = 'Polarised smoke, UV400, category 3: takes the glare off water and roads.',
  care = 'Wash with lukewarm water and a drop of soap, then dry with the cloth. Keep it in its case.'
where images->>0 = '/products/premium-black-front.webp';
update products set
  fit = 'Narrow to medium: 138 mm across, lenses 50 mm wide, bridge 17 mm. Weighs 19 grams.',
  lens = 'Light grey, UV400, category 2: for changing weather.',
  care = 'Wipe with the cloth. The frame bends and comes back, so a pocket is fine, too.'
where images->>0 = '/products/lightweight-style-front.webp';
