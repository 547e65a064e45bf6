import { type Stored } from '#contract/text/message.ts';
import { sql, type RawBuilder } from 'kysely';
import { MAX_ACTORS, type NotificationKind } from '#contract/notifications/kinds.ts';
import { blockedEither, maySeeAny, mutedBy } from '#server/app/database/may-see.ts';
import { IS_ANNOUNCED, WAITS_FOR_REVIEW } from './announced.store.ts';
import { roleInForce } from '#server/app/http/callers/roles.ts';

/*
 * What of `notifications n` its person sees at this moment: whatever is hidden, held, deleted, archived, suspended or
 * blocked takes its notifications along, and brings them back. The list, the bell, the stream, emails and pushes all read
 * through here, and here asks server/app/database/may-see.ts.
 */

const reader = sql.ref('n.user_id');
/** Whether n's person sees this comment, post, video or person. */
const seesSubject = maySeeAny(sql.ref('n.subject_type'), sql.ref('n.subject_id'), reader);

const isOthers = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${person}.suspended_at is null and not ${blockedEither(reader, sql`${person}.id`)}
    and not ${mutedBy(reader, sql`${person}.id`)})`;

/** The likes that n tells of: of its thing, within its hour, of others whom its person sees. */
const LIKES = sql`(
  select l.changed_at, liker.* from (
    select person, changed_at from video_likes where n.subject_type = 'VIDEO' and video_id = n.subject_id
      and liked and changed_at >= n.since and changed_at < n.since + interval '1 hour'
    union all select person, changed_at from comment_likes where n.subject_type = 'COMMENT' and comment_id = n.subject_id
      and liked and changed_at >= n.since and changed_at < n.since + interval '1 hour'
    union all select person, changed_at from post_likes where n.subject_type = 'POST' and post_id = n.subject_id
      and liked and changed_at >= n.since and changed_at < n.since + interval '1 hour'
  ) l left join users liker on liker.id = case when l.person like 'u%' then substr(l.person, 2)::bigint end
  where l.person <> 'u' || n.user_id and ${isOthers(sql`liker`)}
)`;

/** Reports that wait, of the thing that n is about. */
const REPORTS = sql`(select count(*)::int from reports r where r.subject_type = n.subject_type and r.subject_id = n.subject_id
  and r.closed_at is null)`;

const READS_ADMIN = sql`exists (select from users where users.id = n.user_id and ${roleInForce} = 'GLOBAL_ADMIN')`;

/** Kinds that are about something which others may hide. */
const ABOUT_OTHERS = sql`('REPLY', 'MENTION', 'FOLLOWER', 'LIKE', 'CLIP_PUBLISHED')`;
const FOR_ADMINS = sql`('REVIEW_WAITING', 'CLIP_EDITED', 'JOB_FAILED', 'REPORT_NEW')`;

/** Of `videos v`, which n is about. */
const FITS_VIDEO = sql`(case n.kind
  when 'CLIP_PUBLISHED' then ${IS_ANNOUNCED}
  when 'REVIEW_WAITING' then ${WAITS_FOR_REVIEW}
  when 'CLIP_EDITED' then v.status = 'APPROVED' and v.visibility <> 'PRIVATE' and v.archived_at is null
  else v.uploader_id = n.user_id and v.archived_at is null and case n.kind
    when 'CLIP_APPROVED' then v.status = 'APPROVED'
    when 'CLIP_READY' then v.processing = 'READY'
    else n.kind = 'CLIP_REJECTED' end end)`;

/**
 * Whether n's person sees it now. What several kinds ask stands here once for all of them: to plan it takes longer than to
 * look.
 */
export const isShown: RawBuilder<boolean> = sql<boolean>`((n.kind not in ${ABOUT_OTHERS} or ${seesSubject})
  and (n.kind not in ${FOR_ADMINS} or ${READS_ADMIN}) and case
  when n.kind in ('REPLY', 'UPGRADE_DECIDED', 'JOB_FAILED') then true
  when n.kind like 'CLIP\\_%' or n.kind = 'REVIEW_WAITING'
    then exists (select from videos v where v.id = n.subject_id and ${FITS_VIDEO})
  when n.kind = 'MENTION' then exists (select from mentions m where m.user_id = n.user_id
    and (n.subject_type = 'COMMENT' and m.comment_id = n.subject_id or n.subject_type = 'POST' and m.post_id = n.subject_id))
  when n.kind = 'FOLLOWER' then exists (select from follows f where f.follower_id = n.actor_id and f.creator_id = n.user_id)
  when n.kind = 'LIKE' then exists (select from ${LIKES} likers)
  when n.kind = 'ORDER_STATUS' then exists (select from orders o where o.id = n.subject_id and o.user_id = n.user_id)
  when n.kind = 'REPORT_DECIDED' then exists (select from moderation_acts a where a.id = n.subject_id and a.undone_at is null)
  when n.kind = 'REPORT_NEW' then ${REPORTS} > 0
  else false end)`;

const actorOf = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`json_build_object('username', ${person}.username, 'name', coalesce(${person}.display_name, ${person}.username),
    'image', ${person}.profile_image)`;

/** Everything of one notification that its words are made of. */
export interface NotificationRow {
  id: number;
  user_id: number;
  kind: NotificationKind;
  event: number;
  created_at: Date;
  read_at: Date | null;
  note: string | null;
  reason: Stored | null;
  /** Of a rejection: when a change of the clip was decided; null: the clip itself was. */
  since: Date | null;
  /** The moment of the video that the reason is about, in milliseconds. */
  at_ms: number | null;
  subject_type: string | null;
  subject_id: number | null;
  count: number;
  actors: { username: string | null; name: string; image: string | null }[];
  /** Of the video that it is about, or that its comment stands under. */
  video_id: number | null;
  video_title: string | null;
  category: string | null;
  text: string | null;
  /** The first post of its thread. */
  first_id: number | null;
  is_reply: boolean;
  act: string | null;
}

/** What `from` gives as `n`, with all that is told of it; `from` is a query over notifications. */
export const selectNotifications = (
  from: RawBuilder<unknown>,
): RawBuilder<NotificationRow> => sql<NotificationRow>`
  select n.id, n.user_id, n.kind, n.event, n.created_at, n.read_at, n.since, n.note, n.reason, n.at_ms, n.subject_type, n.subject_id,
    case n.kind when 'LIKE' then l.count when 'REPORT_NEW' then greatest(${REPORTS}, 1) else n.count end as count,
    case when n.kind = 'LIKE' then coalesce(l.actors, '[]')
      when n.kind in ('REPLY', 'MENTION') and c.guest_name is not null
        then json_build_array(json_build_object('username', null, 'name', c.guest_name, 'image', null))
      when actor.id is not null and n.kind <> 'REPORT_NEW' then json_build_array(${actorOf(sql`actor`)})
      else '[]' end as actors,
    v.id as video_id, v.title as video_title, v.category, coalesce(c.text, p.content) as text,
    coalesce(p.thread_id, p.id) as first_id, coalesce(p.thread_id, c.thread_id) is not null as is_reply,
    (select a.action from moderation_acts a where n.subject_type = 'ACT' and a.id = n.subject_id) as act
  from (${from}) n
  left join comments c on n.subject_type = 'COMMENT' and c.id = n.subject_id
  left join posts p on n.subject_type = 'POST' and p.id = n.subject_id
  left join videos v on v.id = case n.subject_type when 'VIDEO' then n.subject_id when 'COMMENT' then c.video_id end
  left join users actor on actor.id = n.actor_id
  left join lateral (
    select count(*)::int as count,
      json_agg(${actorOf(sql`liker`)} order by changed_at desc) filter (where id is not null and place <= ${MAX_ACTORS}) as actors
    from (select *, row_number() over (order by id is null, changed_at desc) as place from ${LIKES} likers) liker
    where n.kind = 'LIKE'
  ) l on true`;
