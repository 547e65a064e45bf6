import { type Stored } from '#contract/text/message.ts';
import { sql, type RawBuilder } from 'kysely';
import { MAX_ACTORS, type NotificationKind } from '#contract/notifications/kinds.ts';
import { LIKERS, REPORTS } from './kinds.store.ts';

const actorOf = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`json_build_object('username', ${person}.username, 'name', coalesce(${person}.display_name, ${person}.username),
    'image', ${person}.profile_image)`;

/** All data of one notification that its text needs. */
export interface NotificationRow {
  id: number;
  user_id: number;
  kind: NotificationKind;
  event: number;
  created_at: Date;
  read_at: Date | null;
  note: string | null;
  reason: Stored | null;
  /** Of a rejection: when a change of the video was decided; null: the video itself was. */
  since: Date | null;
  /** The moment of the video that the reason is about, in milliseconds. */
  at_ms: number | null;
  subject_type: string | null;
  subject_id: number | null;
  count: number;
  actors: { username: string | null; name: string; image: string | null }[];
  /** Of the video that it is about, or that its comment belongs to. */
  video_id: number | null;
  video_title: string | null;
  category: string | null;
  text: string | null;
  /** The first post of its thread. */
  first_id: number | null;
  is_reply: boolean;
  act: string | null;
}

/**
 * The rows that `from` selects as `n`, with everything shown about them; `from` is a query over
 * notifications.
 */
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
    from (select *, row_number() over (order by id is null, changed_at desc) as place from ${LIKERS} likers) liker
    where n.kind = 'LIKE'
  ) l on true`;
