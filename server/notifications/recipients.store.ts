import { sql, type RawBuilder } from 'kysely';
import { NOTIFICATION_GROUPS, type NotificationKind } from '#contract/notifications/kinds.ts';
import { roleInForce } from '#server/app/http/callers/roles.ts';
import { HAS_WAITING_CAPTIONS, WAITS_FOR_REVIEW } from './announced.store.ts';
import type { Fact } from './facts.ts';

/** People told at once; a fact of more goes on in another job. */
export const PAGE = 1000;

/**
 * Who is told of a fact, and what their notification holds: `user_id, key, actor_id, since, note, count, at`. The key makes
 * it one row, however often a job runs; where the row is there already, a later `at` raises it.
 */
type Recipients = (fact: Fact) => RawBuilder<unknown>;

const row = (columns: {
  user: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  actor?: RawBuilder<unknown>;
  since?: RawBuilder<unknown>;
  note?: RawBuilder<unknown>;
  count?: RawBuilder<unknown>;
  at?: RawBuilder<unknown>;
}) => sql`select ${columns.user} as user_id, ${columns.key} as key, ${columns.actor ?? sql`null::bigint`} as actor_id,
  ${columns.since ?? sql`null::timestamptz`} as since, ${columns.note ?? sql`null::text`} as note,
  ${columns.count ?? sql`1`} as count, ${columns.at ?? sql`now()`} as at`;

/** What keeps a row the only one of its kind about this thing. */
const keyOf = ({ kind, type, id }: Fact, ...more: string[]) =>
  sql`${[kind, type, id, ...more].filter((part) => part !== null).join(' ')}::text`;

const ITEMS = { COMMENT: sql`comments`, POST: sql`posts` };
const itemsOf = ({ type }: Fact) => (type === 'POST' ? ITEMS.POST : ITEMS.COMMENT);

const LIKES = {
  VIDEO: { likes: sql`video_likes`, key: sql`video_id`, things: sql`videos`, author: sql`uploader_id` },
  COMMENT: { likes: sql`comment_likes`, key: sql`comment_id`, things: sql`comments`, author: sql`author_id` },
  POST: { likes: sql`post_likes`, key: sql`post_id`, things: sql`posts`, author: sql`author_id` },
};

const isAdmin = sql`${roleInForce} = 'GLOBAL_ADMIN' and users.suspended_at is null and users.deleted_at is null`;

export const RECIPIENTS: Record<NotificationKind, Recipients> = {
  REPLY: (fact) => sql`
    ${row({ user: sql`a.author_id`, key: keyOf(fact), actor: sql`i.author_id` })}
    from ${itemsOf(fact)} i join ${itemsOf(fact)} a on a.id = i.reply_to
    where i.id = ${fact.id} and a.author_id is not null and a.author_id is distinct from i.author_id`,

  FOLLOWER: (fact) => sql`
    ${row({ user: sql`f.creator_id`, key: keyOf(fact), actor: sql`f.follower_id` })}
    from follows f where f.creator_id = ${fact.whom} and f.follower_id = ${fact.id}`,

  // one for the hour of the latest like: how many there are, and whose, is read when it is shown
  LIKE: (fact) => {
    const { likes, key, things, author } = LIKES[fact.type as keyof typeof LIKES];
    const hour = sql`date_trunc('hour', l.at)`;
    return sql`
      ${row({
        user: sql`t.${author}`,
        key: sql`${keyOf(fact)} || ' ' || to_char(${hour}, 'YYYY-MM-DD HH24')`,
        since: hour,
        at: sql`l.at`,
      })}
      from ${things} t cross join lateral (
        select max(changed_at) as at from ${likes} where ${key} = t.id and liked and person <> 'u' || t.${author}
      ) l where t.id = ${fact.id} and t.${author} is not null and l.at is not null`;
  },

  MENTION: (fact) => {
    const key = fact.type === 'POST' ? sql`post_id` : sql`comment_id`;
    return sql`
      ${row({ user: sql`m.user_id`, key: keyOf(fact), actor: sql`i.author_id` })}
      from mentions m join ${itemsOf(fact)} i on i.id = m.${key} left join ${itemsOf(fact)} a on a.id = i.reply_to
      where i.id = ${fact.id} and m.user_id is distinct from i.author_id
        -- whoever is answered hears of that
        and m.user_id is distinct from a.author_id
      group by m.user_id, i.author_id`;
  },

  // of a change that was approved the note says when: each is told
  CLIP_APPROVED: (fact) => sql`
    ${row({ user: sql`v.uploader_id`, key: keyOf(fact, fact.note ?? ''), note: sql`${fact.note}::text` })}
    from videos v where v.id = ${fact.id} and v.uploader_id is not null`,
  CLIP_REJECTED: (fact) => sql`
    ${row({
      user: sql`v.uploader_id`,
      key: sql`${keyOf(fact)} || ' ' || coalesce(v.reviewed_at::text, '')`,
      since: sql`${fact.changeAt}::timestamptz`,
    })}
    from videos v where v.id = ${fact.id} and v.uploader_id is not null`,
  CLIP_READY: (fact) => sql`
    ${row({ user: sql`v.uploader_id`, key: sql`${keyOf(fact)} || ' ' || v.media_rev` })}
    from videos v where v.id = ${fact.id} and v.uploader_id is not null and v.processing = 'READY'`,

  CLIP_PUBLISHED: (fact) => {
    const page = sql`and follower_id > ${fact.after} order by follower_id limit ${PAGE}`;
    return sql`
      ${row({ user: sql`f.follower_id`, key: keyOf(fact), actor: sql`f.uploader_id` })}
      from (
        (select follower_id, uploader_id from videos v join follows on creator_id = v.uploader_id
          where v.id = ${fact.id} ${page})
        union
        (select follower_id, uploader_id from videos v join category_follows c on c.category = v.category
          where v.id = ${fact.id} and follower_id is distinct from v.uploader_id ${page})
      ) f`;
  },

  UPGRADE_DECIDED: (fact) => sql`
    ${row({ user: sql`r.user_id`, key: keyOf(fact), note: sql`r.reject_reason` })}
    from upgrade_requests r where r.id = ${fact.id} and r.status <> 'PENDING'`,

  ORDER_STATUS: (fact) => sql`
    ${row({ user: sql`o.user_id`, key: keyOf(fact, fact.note ?? ''), note: sql`${fact.note}::text` })}
    from orders o where o.id = ${fact.id} and o.user_id is not null`,

  REPORT_DECIDED: (fact) => sql`
    ${row({ user: sql`u.id`, key: keyOf(fact) })}
    from reports r join users u on 'u' || u.id = r.reporter where r.closed_by_act = ${fact.id}
    group by u.id`,

  REVIEW_WAITING: (fact) => sql`
    ${row({
      user: sql`users.id`,
      // of one clip's edits one a day
      key: sql`concat_ws(' ', ${keyOf(fact)}, coalesce((select f.submitted_at from videos f where f.replaces = v.id), v.submitted_at),
        case when v.pending_change is not null or v.pending_thumbnail_key is not null or ${HAS_WAITING_CAPTIONS} then current_date end)`,
      actor: sql`v.uploader_id`,
    })}
    from videos v cross join users where v.id = ${fact.id} and ${WAITS_FOR_REVIEW} and ${isAdmin}`,

  // one a day of each clip: whoever looks sees all of it
  CLIP_EDITED: (fact) => sql`
    ${row({
      user: sql`users.id`,
      key: sql`concat_ws(' ', ${keyOf(fact)}, current_date)`,
      actor: sql`v.uploader_id`,
    })}
    from videos v cross join users where v.id = ${fact.id} and ${isAdmin}`,

  JOB_FAILED: (fact) => {
    const since = sql`to_timestamp(${fact.id}::float8 * 3600)`;
    return sql`
      ${row({
        user: sql`users.id`,
        key: keyOf(fact, fact.note ?? ''),
        note: sql`${fact.note}::text`,
        since,
        count: sql`f.count`,
        at: sql`f.at`,
      })}
      from (
        select count(*)::int as count, max(completed_on) as at from pgboss.job
        where state = 'failed' and name = ${fact.note} and created_on > now() - interval '2 days'
          and completed_on >= ${since} and completed_on < ${since} + interval '1 hour'
      ) f cross join users where f.count > 0 and ${isAdmin}`;
  },

  REPORT_NEW: (fact) => sql`
    ${row({
      user: sql`users.id`,
      key: sql`${keyOf(fact)} || ' ' || r.first::text`,
      since: sql`r.first`,
      at: sql`r.latest`,
    })}
    from (
      select min(created_at) as first, max(created_at) as latest from reports
      where subject_type = ${fact.type} and subject_id = ${fact.id} and closed_at is null
    ) r cross join users where r.first is not null and ${isAdmin}`,
};

/** Kinds whose row is told again when there is more of it. */
export const RAISED: readonly NotificationKind[] = ['LIKE', 'JOB_FAILED', 'REPORT_NEW'];

export const kindsOfGroup = (group: keyof typeof NOTIFICATION_GROUPS): readonly NotificationKind[] =>
  NOTIFICATION_GROUPS[group];
