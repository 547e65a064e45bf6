-- What uploads and imports did differently: uploads kept their place among the featured ones, imports no reviewer.
update videos set featured_position = null where featured_position is not null and not is_featured;
update videos v set reviewed_at = last.created_at, reviewed_by = last.actor_id
from (
  select distinct on (subject_id) subject_id, actor_id, created_at from audit_log
  where subject_type = 'video' and action in ('import.approve', 'import.unapprove', 'import.reject')
  order by subject_id, id desc
) last
where v.origin = 'IMPORT' and v.reviewed_at is null and v.id::text = last.subject_id;
