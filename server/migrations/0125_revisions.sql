-- Pages that are open play the film that a clip had before its present one, as long as its files are there; null where others
-- saw none before.
alter table videos add column former_rev text;

-- Five pictures out of the film, of which its creator may choose one as thumbnail: so many lie beside its storyboard, as
-- candidate-<n>.jpg. A thumbnail that waits for an admin, as pending_change does, is a file of its own.
alter table videos
  add column candidates smallint not null default 0 check (candidates between 0 and 5),
  add column pending_thumbnail_key text;
create index videos_pending_thumbnail_idx on videos (id) where pending_thumbnail_key is not null;

-- Admins hear of what creators change of clips that were approved.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('REPLY', 'MENTION', 'FOLLOWER', 'LIKE', 'CLIP_APPROVED', 'CLIP_REJECTED',
    'CLIP_READY', 'CLIP_PUBLISHED', 'UPGRADE_DECIDED', 'ORDER_STATUS', 'REPORT_DECIDED', 'REVIEW_WAITING', 'CLIP_EDITED',
    'JOB_FAILED', 'REPORT_NEW'));
