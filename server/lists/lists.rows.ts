import { expressionBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { blockedEither, canSee, type Viewer } from '#server/app/database/may-see.ts';
import { writeAuthor } from '#server/app/http/callers/author.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { isReadBy, isShownTo } from '#server/videos/listed.store.ts';
import { isSensitive, isSensitiveTo, urlsOf } from '#server/videos/videos.rows.ts';

/** Playlists contain anyone's videos, series those of their creator, each in one series at most. */
export type ListKind = 'playlist' | 'series';

const { selectFrom, val } = expressionBuilder<Database>();
const eb = expressionBuilder<Database, 'videos'>();
const LIST_COLUMNS = ['id', 'user_id', 'title', 'description', 'created_at', 'updated_at'] as const;

/** The lists of a kind, as the table `lists`. */
export const listsOf = (kind: ListKind) =>
  kind === 'playlist'
    ? selectFrom('playlists').select(LIST_COLUMNS).select('visibility').as('lists')
    : selectFrom('series').select(LIST_COLUMNS).select(val('PUBLIC').as('visibility')).as('lists');

/** What they hold, as the table `items`. */
export const itemsOf = (kind: ListKind) =>
  kind === 'playlist'
    ? selectFrom('playlist_items').select(['playlist_id as list_id', 'video_id', 'position']).as('items')
    : selectFrom('series_items').select(['series_id as list_id', 'video_id', 'position']).as('items');

interface Lists {
  lists: { id: number; user_id: number };
}

/** The items of one of `lists`. */
export const selectItems = (kind: ListKind) =>
  expressionBuilder<Database & Lists, 'lists'>()
    .selectFrom(itemsOf(kind))
    .whereRef('items.list_id', '=', 'lists.id');

/** The videos of one of `lists` that `viewer` may see. */
export const selectShown = (kind: ListKind, viewer: Viewer) =>
  selectItems(kind).innerJoin('videos', 'videos.id', 'items.video_id').where(isShownIn(kind, viewer));

/** Playlists leave out people the viewer blocks or mutes; a series has a single creator, and leaves out what the viewer hides. */
export function isShownIn(kind: ListKind, viewer: Viewer) {
  if (kind === 'series')
    return viewer?.seesLess
      ? eb.and([isShownTo(viewer), eb.not(isSensitiveTo(viewer.id))])
      : isShownTo(viewer);
  const owner = expressionBuilder<Lists, 'lists'>().ref('lists.user_id');
  return isReadBy(viewer, owner);
}

/**
 * How many videos of `items` are shown: all but the hidden ones. Those are few and have an index of their own; to look at
 * each video of a list would cost more than to read a page of it, so it is done only for those who don't see all that is
 * public.
 */
export const isNotHidden = (kind: ListKind, viewer: Viewer) => {
  const eb = expressionBuilder<Database & { items: { video_id: number } }, 'items'>();
  const hidden = eb
    .selectFrom('videos')
    .whereRef('videos.id', '=', 'items.video_id')
    .$if(!viewer?.seesLess, (query) => query.where((where) => where.not('videos.is_public')))
    .where((where) => where.not(isShownIn(kind, viewer)))
    .select('videos.id');
  return eb.not(eb.exists(hidden));
};

/** Of `users`: they are neither suspended nor deleted, nor does one of them and the viewer block the other. */
export const isHere = (viewer: Viewer) => {
  const eb = expressionBuilder<Database, 'users'>();
  return eb.and([
    eb('users.suspended_at', 'is', null),
    eb('users.deleted_at', 'is', null),
    eb.not(blockedEither(viewer?.id ?? null, sql.ref('users.id'))),
  ]);
};

/** Lists of a kind as `viewer` sees them, without those of deleted owners or across a block. */
export const selectLists = (db: DbOrTrx, kind: ListKind, viewer: Viewer) =>
  db
    .selectFrom(listsOf(kind))
    .innerJoin('users', 'users.id', 'lists.user_id')
    .where(isHere(viewer))
    .select(['lists.id', 'lists.title', 'lists.description', 'lists.visibility'])
    .select(['lists.created_at', 'lists.updated_at'])
    .select(['users.username', 'users.display_name', 'users.profile_image'])
    .select([
      selectItems(kind)
        .where(isNotHidden(kind, viewer))
        .select(({ fn }) => fn.countAll<number>().as('shown'))
        .as('count'),
      jsonObjectFrom(
        selectShown(kind, viewer)
          .where(({ not }) => not(isSensitive))
          .orderBy('items.position')
          .orderBy('items.video_id')
          .limit(1)
          .select(['videos.is_public', 'videos.poster_key', 'videos.placeholder'])
          .select(['videos.published_url', 'videos.published_keys', canSee(null).as('is_open')]),
      ).as('cover'),
    ]);

export type ListRow = Awaited<ReturnType<ReturnType<typeof selectLists>['executeTakeFirstOrThrow']>>;

export function toList(row: ListRow, signedUrls: SignedUrls) {
  const { cover } = row;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    creator: writeAuthor(row.display_name, row.username),
    creatorUsername: row.username,
    avatar: profileImageUrl(row.profile_image),
    count: row.count ?? 0,
    thumbnail: cover?.poster_key ? urlsOf(cover, signedUrls)(cover.poster_key) : null,
    placeholder: cover?.placeholder ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
