import { sql, type RawBuilder } from 'kysely';
import { ADMIN_KINDS, type NotificationKind } from '#contract/notifications/kinds.ts';
import { blockedEither, maySeeAny, mutedBy } from '#server/app/database/may-see.ts';
import { roleInForce } from '#server/app/http/callers/roles.ts';
import { HAS_WAITING_CAPTIONS, IS_ANNOUNCED, WAITS_FOR_REVIEW } from './announced.store.ts';
import type { Fact } from './facts.ts';

/** Recipients notified in one batch; the rest continue in another job. */
export const PAGE = 1000;

/**
 * The recipients of a fact and their notification: `user_id, key, actor_id, since, note, count, at`. The key
 * makes it one row, however often a job runs; on an existing row a later `at` raises it.
 */
type Recipients = (fact: Fact) => RawBuilder<unknown>;

type Condition = RawBuilder<unknown>;

/** When `notifications n` of a kind is shown: by a condition, or by one on `videos v`, which n is about. */
type Shown = { isShown: Condition } | { fitsVideo: Condition };

type Kind = Shown & {
  recipients: Recipients;
  /** Its subject can be hidden by others, or blocked or muted by the recipient. */
  isAboutOthers?: true;
  /** Its row comes again when there is more of it. */
  isRaised?: true;
};

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

/** Makes the row unique for its kind and subject. */
const keyOf = ({ kind, type, id }: Fact, ...more: string[]) =>
  sql`${[kind, type, id, ...more].filter((part) => part !== null).join(' ')}::text`;

const ITEMS = { COMMENT: sql`comments`, POST: sql`posts` };
const itemsOf = ({ type }: Fact) => (type === 'POST' ? ITEMS.POST : ITEMS.COMMENT);

const LIKES = {
  VIDEO: { likes: sql`video_likes`, key: sql`video_id`, things: sql`videos`, author: sql`uploader_id` },
  COMMENT: { likes: sql`comment_likes`, key: sql`comment_id`, things: sql`comments`, author: sql`author_id` },
  POST: { likes: sql`post_likes`, key: sql`post_id`, things: sql`posts`, author: sql`author_id` },
};

const ALWAYS = sql`true`;
const IS_OWN = sql`v.uploader_id = n.user_id and v.archived_at is null`;

const viewer = sql.ref('n.user_id');
/** Whether n's person sees this comment, post, video or person. */
const canSeeSubject = maySeeAny(sql.ref('n.subject_type'), sql.ref('n.subject_id'), viewer);

const isOthers = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${person}.suspended_at is null and not ${blockedEither(viewer, sql`${person}.id`)}
    and not ${mutedBy(viewer, sql`${person}.id`)})`;

/** The likes that n covers: of its subject, within its hour, by users whom the recipient can see. */
export const LIKERS = sql`(
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

/** Open reports about the subject of n. */
export const REPORTS = sql`(select count(*)::int from reports r where r.subject_type = n.subject_type and r.subject_id = n.subject_id
  and r.closed_at is null)`;

const isAdmin = sql`${roleInForce} = 'GLOBAL_ADMIN' and users.suspended_at is null and users.deleted_at is null`;

export const KINDS: Record<NotificationKind, Kind> = {
  REPLY: {
    isAboutOthers: true,
    isShown: ALWAYS,
    recipients: (fact) => sql`
    ${row({ user: sql`a.author_id`, key: keyOf(fact), actor: sql`i.author_id` })}
    from ${itemsOf(fact)} i join ${itemsOf(fact)} a on a.id = i.reply_to
    where i.id = ${fact.id} and a.author_id is not null and a.author_id is distinct from i.author_id`,
  },

  FOLLOWER: {
    isAboutOthers: true,
    isShown: sql`exists (select from follows f where f.follower_id = n.actor_id and f.creator_id = n.user_id)`,
    recipients: (fact) => sql`
    ${row({ user: sql`f.creator_id`, key: keyOf(fact), actor: sql`f.follower_id` })}
    from follows f where f.creator_id = ${fact.whom} and f.follower_id = ${fact.id}`,
  },

  LIKE: {
    isAboutOthers: true,
    isRaised: true,
    isShown: sql`exists (select from ${LIKERS} likers)`,
    // one for the hour of the latest like: how many there are, and whose, is read when it is shown
    recipients: (fact) => {
      const { likes, key, things: subjects, author } = LIKES[fact.type as keyof typeof LIKES];
      const hour = sql`date_trunc('hour', l.at)`;
      return sql`
      ${row({
        user: sql`t.${author}`,
        key: sql`${keyOf(fact)} || ' ' || to_char(${hour}, 'YYYY-MM-DD HH24')`,
        since: hour,
        at: sql`l.at`,
      })}
      from ${subjects} t cross join lateral (
        select max(changed_at) as at from ${likes} where ${key} = t.id and liked and person <> 'u' || t.${author}
      ) l where t.id = ${fact.id} and t.${author} is not null and l.at is not null`;
    },
  },

  MENTION: {
    isAboutOthers: true,
    isShown: sql`exists (select from mentions m where m.user_id = n.user_id
      and (n.subject_type = 'COMMENT' and m.comment_id = n.subject_id or n.subject_type = 'POST' and m.post_id = n.subject_id))`,
    recipients: (fact) => {
      const key = fact.type === 'POST' ? sql`post_id` : sql`comment_id`;
      return sql`
      ${row({ user: sql`m.user_id`, key: keyOf(fact), actor: sql`i.author_id` })}
      from mentions m join ${itemsOf(fact)} i on i.id = m.${key} left join ${itemsOf(fact)} a on a.id = i.reply_to
      where i.id = ${fact.id} and m.user_id is distinct from i.author_id
        -- whoever is answered hears of that
        and m.user_id is distinct from a.author_id
      group by m.user_id, i.author_id`;
    },
  },

  CLIP_APPROVED: {
    fitsVideo: sql`${IS_OWN} and v.status = 'APPROVED'`,
    // the note holds the time of the approved change: each one is notified
    recipients: (fact) => sql`
    ${row({ user: sql`v.uploader_id`, key: keyOf(fact, fact.note ?? ''), note: sql`${fact.note}::text` })}
    from videos v where v.id = ${fact.id} and v.uploader_id is not null`,
  },

  CLIP_REJECTED: {
    fitsVideo: IS_OWN,
    recipients: (fact) => sql`
    ${row({
      user: sql`v.uploader_id`,
      key: sql`${keyOf(fact)} || ' ' || coalesce(v.reviewed_at::text, '')`,
      since: sql`${fact.changeAt}::timestamptz`,
    })}
    from videos v where v.id = ${fact.id} and v.uploader_id is not null`,
  },

  CLIP_READY: {
    fitsVideo: sql`${IS_OWN} and v.processing = 'READY'`,
    recipients: (fact) => sql`
    ${row({ user: sql`v.uploader_id`, key: sql`${keyOf(fact)} || ' ' || v.media_rev` })}
    from videos v where v.id = ${fact.id} and v.uploader_id is not null and v.processing = 'READY'`,
  },

  CLIP_PUBLISHED: {
    isAboutOthers: true,
    fitsVideo: IS_ANNOUNCED,
    recipients: (fact) => {
      const page = sql`and follower_id > ${fact.after} order by follower_id limit ${PAGE}`;
      return sql`
      ${row({ user: sql`f.follower_id`, key: keyOf(fact), actor: sql`f.uploader_id` })}
      from (
        (select follower_id, uploader_id from videos v join follows on creator_id = v.uploader_id
          where v.id = ${fact.id} ${page})
        union
        (select follower_id, uploader_id from videos v join category_follows c on c.category = v.category
          where v.id = ${fact.id} and follower_id is distinct from v.uploader_id ${page})
        union
        (select follower_id, uploader_id from videos v join video_tags vt on vt.video_id = v.id
          join tags t on t.name = vt.tag and t.blocked_at is null join tag_follows tf on tf.tag = t.name
          where v.id = ${fact.id} and follower_id is distinct from v.uploader_id ${page})
      ) f`;
    },
  },

  UPGRADE_DECIDED: {
    isShown: ALWAYS,
    recipients: (fact) => sql`
    ${row({ user: sql`r.user_id`, key: keyOf(fact), note: sql`r.reject_reason` })}
    from upgrade_requests r where r.id = ${fact.id} and r.status <> 'PENDING'`,
  },

  ORDER_STATUS: {
    isShown: sql`exists (select from orders o where o.id = n.subject_id and o.user_id = n.user_id)`,
    recipients: (fact) => sql`
    ${row({ user: sql`o.user_id`, key: keyOf(fact, fact.note ?? ''), note: sql`${fact.note}::text` })}
    from orders o where o.id = ${fact.id} and o.user_id is not null`,
  },

  REPORT_DECIDED: {
    isShown: sql`exists (select from moderation_acts a where a.id = n.subject_id and a.undone_at is null)`,
    recipients: (fact) => sql`
    ${row({ user: sql`u.id`, key: keyOf(fact) })}
    from reports r join users u on 'u' || u.id = r.reporter where r.closed_by_act = ${fact.id}
    group by u.id`,
  },

  REVIEW_WAITING: {
    fitsVideo: WAITS_FOR_REVIEW,
    recipients: (fact) => sql`
    ${row({
      user: sql`users.id`,
      // of one video's edits one a day
      key: sql`concat_ws(' ', ${keyOf(fact)}, coalesce((select f.submitted_at from videos f where f.replaces = v.id), v.submitted_at),
        case when v.pending_change is not null or v.pending_thumbnail_key is not null or ${HAS_WAITING_CAPTIONS} then current_date end)`,
      actor: sql`v.uploader_id`,
    })}
    from videos v cross join users where v.id = ${fact.id} and ${WAITS_FOR_REVIEW} and ${isAdmin}`,
  },

  CLIP_EDITED: {
    fitsVideo: sql`v.status = 'APPROVED' and v.visibility <> 'PRIVATE' and v.archived_at is null`,
    // one a day per video: it links to all of them
    recipients: (fact) => sql`
    ${row({
      user: sql`users.id`,
      key: sql`concat_ws(' ', ${keyOf(fact)}, current_date)`,
      actor: sql`v.uploader_id`,
    })}
    from videos v cross join users where v.id = ${fact.id} and ${isAdmin}`,
  },

  JOB_FAILED: {
    isRaised: true,
    isShown: ALWAYS,
    recipients: (fact) => {
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
  },

  STOCK_LOW: {
    isShown: ALWAYS,
    // the fact's note is the checkout that left so few: each time is notified once
    recipients: (fact) => sql`
    ${row({
      user: sql`users.id`,
      key: keyOf(fact, fact.note ?? ''),
      note: sql`concat_ws(' / ', p.name, (
        select string_agg(value, ' / ' order by ordinality) from jsonb_array_elements_text(v.options) with ordinality))`,
    })}
    from product_variants v join products p on p.id = v.product_id cross join users
    where v.id = ${fact.id} and ${isAdmin}`,
  },

  REPORT_NEW: {
    isRaised: true,
    isShown: sql`${REPORTS} > 0`,
    recipients: (fact) => sql`
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
  },
};

const entries = (Object.keys(KINDS) as NotificationKind[]).map((name) => ({ name, ...KINDS[name] }));
const listOf = (names: string[]) => sql`(${sql.join(names.map((name) => sql.lit(name)))})`;
const ABOUT_OTHERS = listOf(entries.filter((kind) => kind.isAboutOthers).map(({ name }) => name));
const OF_VIDEOS = listOf(entries.filter((kind) => 'fitsVideo' in kind).map(({ name }) => name));

/** One arm for each kind that has its own condition. */
const arms = (conditionOf: (kind: Kind) => Condition | null) =>
  sql.join(
    entries.flatMap((kind) => {
      const condition = conditionOf(kind);
      return condition ? [sql`when ${sql.lit(kind.name)} then ${condition}`] : [];
    }),
    sql` `,
  );
const FITS_VIDEO = sql`case n.kind ${arms((kind) => ('fitsVideo' in kind ? kind.fitsVideo : null))} end`;

const READS_ADMIN = sql`exists (select from users where users.id = n.user_id and ${roleInForce} = 'GLOBAL_ADMIN')`;

/**
 * What of `notifications n` its recipient can see now: hiding, deleting, archiving, suspending or blocking
 * the subject hides its notifications, and undoing that restores them. The list, the bell, the stream, emails
 * and pushes all read through here; visibility comes from server/app/database/may-see.ts. Conditions shared
 * by several kinds are evaluated once: planning the query costs more than running it.
 */
export const isShown = sql`((n.kind not in ${ABOUT_OTHERS} or ${canSeeSubject})
  and (n.kind not in ${listOf(ADMIN_KINDS)} or ${READS_ADMIN})
  and case when n.kind in ${OF_VIDEOS} then exists (select from videos v where v.id = n.subject_id and (${FITS_VIDEO}))
    else case n.kind ${arms((kind) => ('isShown' in kind ? kind.isShown : null))} else false end end)`;
