-- The picture that stands for a site is called what everybody calls it: its logo.
update settings_versions
set value = (value - 'mark') || jsonb_build_object('logo', value->'mark')
where section = 'brand' and value ? 'mark';
