import { expressionBuilder, sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import { toCaption } from '#contract/captions/tracks.ts';
import { MAX_VIDEO_TAGS } from '#contract/tags/tag.ts';
import { LABELS, type Label, type Labels } from '#contract/videos/labels.ts';
import type { CommentsMode, Orientation, Video } from '#contract/videos/videos.ts';
import type { DB as Database, Videos } from '#server/app/database/database.types.ts';
import { isHiddenFrom } from '#server/app/database/may-see.ts';
import { writeAuthor } from '#server/app/http/callers/author.ts';
import { mediaUrl, profileImageUrl } from '#server/app/http/files/media-url.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { canSee } from '#server/app/database/may-see.ts';

const eb = expressionBuilder<Database, 'videos'>();

const PLATFORMS: Record<string, { name: string; icon: string }> = {
  YOUTUBE: { name: 'YouTube', icon: '/icons/youtube.svg' },
  TWITCH: { name: 'Twitch', icon: '/icons/twitch.svg' },
};

type ColumnOf<T> = T extends `videos.${infer Column}` ? Column : never;

export type VideoRow = Pick<Selectable<Videos>, ColumnOf<(typeof VIDEO_COLUMNS)[number]> & keyof Videos> & {
  uploader_username: string | null;
  uploader_display_name: string | null;
  uploader_image: string | null;
  uploader_support_link: string | null;
  /** Open to everyone, listed or not. */
  is_open: boolean;
  is_downloadable: boolean;
  tags: string[];
};

/** The series that a video is in; in a statement over `videos`. */
export const SERIES_ID = eb
  .selectFrom('series_items')
  .whereRef('series_items.video_id', '=', 'videos.id')
  .select('series_id');

/** Its creator's choice, or the site's (settings › videos); imported videos never. */
export const IS_DOWNLOADABLE = sql<boolean>`(videos.origin = 'UPLOAD' and videos.mp4_key is not null and coalesce(videos.downloadable,
  (select (value->>'downloads')::boolean from settings_versions where section = 'videos' order by version desc limit 1), false))`;

/** Its tags that aren't blocked; in a statement over `videos`. */
const tagsOf = (which = sql``) =>
  sql<string[]>`array(select vt.tag from video_tags vt join tags t on t.name = vt.tag
    where vt.video_id = videos.id and t.blocked_at is null ${which} order by vt.in_field desc, vt.position, vt.tag limit ${sql.lit(MAX_VIDEO_TAGS)})`;

/** Those of its field. */
export const FIELD_TAGS = tagsOf(sql`and vt.in_field`);

/** It has this tag, by any of the tag's names. */
export const isTagged = (tag: string) =>
  sql<boolean>`videos.id in (select vt.video_id from video_tags vt join tags t on t.name = vt.tag
    where vt.tag = (select coalesce(moved_to, name) from tags where name = ${tag}) and t.blocked_at is null)`;

/** Adds to a query on `videos` what toVideo() reads. */
export function withVideoColumns<O>(query: SelectQueryBuilder<Database, 'videos', O>) {
  return query
    .leftJoin('users', 'users.id', 'videos.uploader_id')
    .select(VIDEO_COLUMNS)
    .select([
      'users.username as uploader_username',
      'users.display_name as uploader_display_name',
      'users.profile_image as uploader_image',
      'users.support_link as uploader_support_link',
      canSee(null).as('is_open'),
      IS_DOWNLOADABLE.as('is_downloadable'),
      tagsOf().as('tags'),
    ]);
}

const VIDEO_COLUMNS = [
  'videos.id',
  'videos.origin',
  'videos.uploader_id',
  'videos.title',
  'videos.description',
  'videos.category',
  'videos.status',
  'videos.processing',
  'videos.processing_percent',
  'videos.failure_reason',
  'videos.reject_reason',
  'videos.approved_at',
  'videos.archived_at',
  'videos.archive_reason',
  'videos.is_featured',
  'videos.featured_position',
  'videos.is_trending',
  'videos.source',
  'videos.source_id',
  'videos.external_url',
  'videos.external_creator',
  'videos.external_avatar',
  'videos.external_views',
  'videos.external_likes',
  'videos.external_refreshed_at',
  'videos.original_key',
  'videos.mp4_key',
  'videos.mp4_lines',
  'videos.hls_key',
  'videos.poster_key',
  'videos.storyboard_key',
  'videos.placeholder',
  'videos.captions',
  'videos.duration_ms',
  'videos.width',
  'videos.height',
  'videos.focus_x',
  'videos.focus_y',
  'videos.like_count',
  'videos.view_count',
  'videos.comment_count',
  'videos.comments_off',
  'videos.comments_held',
  'videos.location_name',
  'videos.location_address',
  'videos.location_city',
  'videos.location_state',
  'videos.location_country',
  'videos.latitude',
  'videos.longitude',
  'videos.accuracy',
  'videos.created_at',
  'videos.is_public',
  'videos.is_live',
  'videos.visibility',
  'videos.publish_at',
  'videos.published_url',
  'videos.published_keys',
  'videos.labels',
  'videos.support_link',
] as const;

/** By a creator, in a category or with a tag that the member follows. */
export const isFollowed = (follower: number) =>
  eb.or([
    eb(
      'videos.uploader_id',
      'in',
      eb.selectFrom('follows').where('follower_id', '=', follower).select('creator_id'),
    ),
    eb(
      'videos.category',
      'in',
      eb.selectFrom('category_follows').where('follower_id', '=', follower).select('category'),
    ),
    eb(
      'videos.id',
      'in',
      eb
        .selectFrom('tag_follows')
        .innerJoin('tags', 'tags.name', 'tag_follows.tag')
        .innerJoin('video_tags', 'video_tags.tag', 'tags.name')
        .where('tag_follows.follower_id', '=', follower)
        .where('tags.blocked_at', 'is', null)
        .select('video_tags.video_id'),
    ),
  ]);

/** Portrait: taller than wide; a video of unknown size counts as landscape. */
export const isOriented = (orientation: Orientation) => {
  const isPortrait = eb('videos.height', '>', eb.ref('videos.width'));
  return orientation === 'portrait' ? isPortrait : eb(isPortrait, 'is not', true);
};

export const isSensitive = sql<boolean>`('sensitive' = any(videos.labels)) is true`;

/** Not hidden from this viewer by a block or a mute, or as sensitive. */
export const isSeenBy = (viewer: number) =>
  eb.not(
    eb.or([
      isHiddenFrom(viewer, {
        author: sql.ref('videos.uploader_id'),
        text: sql`(videos.title || ' ' || coalesce(videos.description, ''))`,
      }),
      isSensitiveTo(viewer),
    ]),
  );

/** This viewer hides sensitive videos, and it is another's. */
export const isSensitiveTo = (viewer: number) =>
  eb.and([
    isSensitive,
    eb('videos.uploader_id', 'is distinct from', viewer),
    eb.exists(eb.selectFrom('users').where('id', '=', viewer).where('sensitive', '=', 'HIDE').select('id')),
  ]);

export const toLabels = (labels: Label[] | null): Labels => {
  const has = (label: Label) => labels?.includes(label) ?? false;
  return { ai: has('ai'), paid: has('paid'), sensitive: has('sensitive') };
};

/** As they are stored. */
export const namesOfLabels = (labels: Labels): Label[] => LABELS.filter((label) => labels[label]);

/** Where a public video's files are: those of them that were copied there, by MEDIA_URL. */
export function publishedUrls(video: {
  published_url: string | null;
  published_keys: string[] | null;
}): (key: string) => string {
  const { published_url: url, published_keys: keys } = video;
  // videos/<id>/<rev>/…: the copies are in a folder with another name
  return (key) =>
    url && keys?.includes(key) ? `${url}/${key.split('/').slice(3).join('/')}` : mediaUrl(key);
}

/** What creators choose, where the site's settings don't switch off all comments. */
export const commentsMode = (row: { comments_off: boolean | null; comments_held: boolean }): CommentsMode =>
  row.comments_off ? 'OFF' : row.comments_held ? 'HELD' : 'ON';

export const COMMENTS_COLUMNS: Record<CommentsMode, { comments_off: boolean; comments_held: boolean }> = {
  ON: { comments_off: false, comments_held: false },
  OFF: { comments_off: true, comments_held: false },
  HELD: { comments_off: false, comments_held: true },
};

/** A video's file URLs for a permitted viewer: signed unless public. */
export function urlsOf(
  video: Parameters<typeof publishedUrls>[0] & { is_public: boolean; is_open: boolean },
  signedUrls: SignedUrls,
): (key: string) => string {
  if (video.is_public) return publishedUrls(video);
  return video.is_open ? mediaUrl : signedUrls.url;
}

/** A row as the wire shows it to the public: no coordinates, no review facts. `url`: where its files are; `token`: opens what is read with it. */
export function toVideo(row: VideoRow, url = publishedUrls(row), token?: string): Video {
  const platform = PLATFORMS[row.source];
  const located = row.location_name ?? row.location_address;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    creator:
      row.origin === 'IMPORT'
        ? (row.external_creator ?? platform?.name ?? 'Unknown')
        : writeAuthor(row.uploader_display_name, row.uploader_username),
    creatorUsername: row.origin === 'IMPORT' ? null : row.uploader_username,
    avatar: row.origin === 'IMPORT' ? row.external_avatar : profileImageUrl(row.uploader_image),
    thumbnail: row.poster_key ? url(row.poster_key) : null,
    durationSec: Math.round(row.duration_ms / 100) / 10,
    views: row.view_count + (row.external_views ?? 0),
    likes: row.like_count + (row.external_likes ?? 0),
    source: row.source,
    sourceId: row.source_id,
    sourceUrl: row.mp4_key ? url(row.mp4_key) : row.external_url,
    lllViews: row.view_count,
    lllLikes: row.like_count,
    lllComments: row.comment_count,
    externalPlatformName: platform?.name ?? null,
    externalViews: row.external_views,
    platformIcon: platform?.icon ?? null,
    isFeatured: row.is_featured,
    isTrending: row.is_trending,
    location: located === null ? null : { name: row.location_name, address: row.location_address },
    createdAt: (row.approved_at ?? row.created_at).toISOString(),
    lines: row.mp4_lines,
    hlsUrl: row.hls_key ? url(row.hls_key) : null,
    width: row.width,
    height: row.height,
    focus: { x: row.focus_x, y: row.focus_y },
    placeholder: row.placeholder,
    storyboard: row.storyboard_key ? url(row.storyboard_key) : null,
    captions: row.captions.map((track) => toCaption(row.id, track, token)),
    tags: row.tags,
    labels: toLabels(row.labels),
    downloadable: row.is_downloadable,
    supportLink: row.origin === 'IMPORT' ? null : (row.support_link ?? row.uploader_support_link),
  };
}
