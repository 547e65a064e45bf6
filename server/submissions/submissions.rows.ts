import { readMessageOrNull, type Stored } from '#contract/text/message.ts';
import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Edit } from '#contract/submissions/edit.ts';
import type { SubmissionLocation } from '#contract/submissions/location.ts';
import type { NewFileAnswer, SubmissionAnswer } from '#contract/submissions/submissions.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database, Videos } from '#server/app/database/database.types.ts';
import { writeAuthor } from '#server/app/http/callers/author.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import { canSee } from '#server/app/database/may-see.ts';
import { commentsMode, FIELD_TAGS, SERIES_ID, toLabels, urlsOf } from '#server/videos/videos.rows.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { candidateKeys, writeSubmissionStatus } from './submissions.rules.ts';

const COLUMNS = [
  'videos.id',
  'videos.uploader_id',
  'videos.title',
  'videos.description',
  'videos.category',
  'videos.status',
  'videos.processing',
  'videos.processing_percent',
  'videos.failure_reason',
  'videos.reject_reason',
  'videos.reject_at_ms',
  'videos.archived_at',
  'videos.archive_reason',
  'videos.is_featured',
  'videos.is_trending',
  'videos.is_public',
  'videos.published_url',
  'videos.published_keys',
  'videos.checked_at',
  'videos.mp4_key',
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
  'videos.location_name',
  'videos.location_address',
  'videos.location_city',
  'videos.location_state',
  'videos.location_country',
  'videos.latitude',
  'videos.longitude',
  'videos.created_at',
  'videos.visibility',
  'videos.publish_at',
  'videos.comments_off',
  'videos.comments_held',
  'videos.comment_count',
  'videos.archived_by_creator',
  'videos.edited_at',
  'videos.pending_change',
  'videos.pending_thumbnail_key',
  'videos.candidates',
  'videos.first_published',
  'videos.submitted_at',
  'videos.edit',
  'videos.version',
  'videos.labels',
  'videos.admin_labels',
  'videos.downloadable',
  'videos.support_link',
] as const;
type ColumnOf<T> = T extends `videos.${infer Column}` ? Column : never;

export type SubmissionRow = Pick<Selectable<Videos>, ColumnOf<(typeof COLUMNS)[number]> & keyof Videos> & {
  uploader_username: string | null;
  uploader_display_name: string | null;
  uploader_image: string | null;
  place: number | null;
  series_id: number | null;
  is_open: boolean;
  tags: string[];
  new_file: NewFileRow | null;
};

/** Uploads with their uploader and their place in the review queue. */
export function selectSubmissions(db: DbOrTrx) {
  const query = db.selectFrom('videos').where('videos.origin', '=', 'UPLOAD');
  return withUploader(query);
}

/**
 * Places in the queue are counted up to this one; a count costs its length, and further back the exact place matters
 * little.
 */
const MAX_PLACE = 500;
/** Places at the front of the queue by their ids: read once for all rows of a list, a look-up for each. */
const QUEUE = sql`(select jsonb_object_agg(id, place) from (
  select id, row_number() over (order by submitted_at, id) as place from videos
  where origin = 'UPLOAD' and status = 'PENDING' and archived_at is null and visibility <> 'PRIVATE'
  order by submitted_at, id limit ${sql.lit(MAX_PLACE)}) front)`;

function withUploader<O>(query: SelectQueryBuilder<Database, 'videos', O>) {
  return query
    .leftJoin('users', 'users.id', 'videos.uploader_id')
    .select(COLUMNS)
    .select(SERIES_ID.as('series_id'))
    .select([
      'users.username as uploader_username',
      'users.display_name as uploader_display_name',
      'users.profile_image as uploader_image',
      canSee(null).as('is_open'),
      FIELD_TAGS.as('tags'),
      NEW_FILE.as('new_file'),
      sql<number | null>`case when videos.status = 'PENDING' and videos.archived_at is null
        and videos.visibility <> 'PRIVATE' then coalesce((${QUEUE} ->> videos.id::text)::int, ${MAX_PLACE}) end`.as(
        'place',
      ),
    ]);
}

/** Another video that waits for its place, as `toNewFile` reads it. */
const NEW_FILE = sql<NewFileRow | null>`(select jsonb_build_object('status', f.status, 'processing', f.processing,
  'percent', f.processing_percent, 'failure', f.failure_reason, 'rejection', f.reject_reason, 'mp4', f.mp4_key, 'poster', f.poster_key,
  'ms', f.duration_ms, 'edit', f.edit, 'at', f.submitted_at) from videos f where f.replaces = videos.id)`;

interface NewFileRow {
  status: NewFileAnswer['status'];
  processing: NewFileAnswer['processing'];
  percent: number;
  failure: Stored | null;
  rejection: Stored | null;
  mp4: string | null;
  poster: string | null;
  ms: number;
  edit: Edit | null;
  at: string;
}

const toNewFile = (row: NewFileRow, { url }: SignedUrls): NewFileAnswer => ({
  status: row.status,
  processing: row.processing,
  processingPercent: row.percent,
  failureReason: readMessageOrNull(row.failure),
  rejectReason: readMessageOrNull(row.rejection),
  sourceUrl: row.mp4 && url(row.mp4),
  thumbnail: row.poster && url(row.poster),
  durationSec: Math.round(row.ms / 100) / 10,
  edit: row.edit,
  submittedAt: new Date(row.at).toISOString(),
});

export type History = NonNullable<SubmissionAnswer['uploaderHistory']>;

/** How each of these people's submissions fared so far. */
export async function readHistories(db: Db, uploaderIds: number[]): Promise<Map<number, History>> {
  if (uploaderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_totals')
    .where('user_id', 'in', uploaderIds)
    .select(['user_id', 'approved', 'pending', 'rejected'])
    .execute();
  return new Map(rows.map(({ user_id: id, ...history }) => [id, history]));
}

export function toSubmissionStatus(row: SubmissionRow) {
  return writeSubmissionStatus({
    status: row.status,
    visibility: row.visibility,
    scheduled: row.publish_at !== null,
    processing: row.processing,
    percent: row.processing_percent,
    checked: row.checked_at !== null,
    archived: row.archived_at !== null,
    archiveReason: readMessageOrNull(row.archive_reason),
    archivedByCreator: row.archived_by_creator,
    failureReason: readMessageOrNull(row.failure_reason),
    rejectReason: readMessageOrNull(row.reject_reason),
    place: row.place === null ? null : Number(row.place),
  });
}

/** A row as its uploader and admins see it; files that aren't public yet by signed addresses. */
export function toSubmission(
  row: SubmissionRow,
  signedUrls: SignedUrls,
  history: History | null,
): SubmissionAnswer {
  const write = urlsOf(row, signedUrls);
  const url = (key: string | null) => key && write(key);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    creator: writeAuthor(row.uploader_display_name, row.uploader_username),
    creatorUsername: row.uploader_username,
    avatar: profileImageUrl(row.uploader_image),
    thumbnail: url(row.poster_key),
    placeholder: row.placeholder,
    candidates: candidateKeys(row).map((key) => write(key)),
    sourceUrl: url(row.mp4_key),
    hlsUrl: url(row.hls_key),
    storyboard: url(row.storyboard_key),
    captionLanguages: [...new Set(row.captions.map(({ language }) => language))],
    width: row.width,
    height: row.height,
    focus: { x: row.focus_x, y: row.focus_y },
    durationSec: Math.round(row.duration_ms / 100) / 10,
    views: row.view_count,
    likes: row.like_count,
    status: row.status,
    processing: row.processing,
    processingPercent: row.processing_percent,
    failureReason: readMessageOrNull(row.failure_reason),
    rejectReason: readMessageOrNull(row.reject_reason),
    rejectAtSec: row.reject_at_ms === null ? null : row.reject_at_ms / 1000,
    isFeatured: row.is_featured,
    isTrending: row.is_trending,
    archivedAt: row.archived_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    visibility: row.visibility,
    publishAt: row.publish_at?.toISOString() ?? null,
    seriesId: row.series_id,
    comments: commentsMode(row),
    commentCount: row.comment_count,
    editedAt: row.edited_at?.toISOString() ?? null,
    firstPublished: row.first_published?.toISOString() ?? null,
    location: toLocation(row),
    tags: row.tags,
    labels: toLabels(row.labels),
    adminLabels: row.admin_labels,
    downloadable: row.downloadable,
    supportLink: row.support_link,
    edit: (row.new_file && row.new_file.status !== 'REJECTED' ? row.new_file : row).edit,
    version: row.version,
    submissionStatus: toSubmissionStatus(row),
    newFile: row.new_file && toNewFile(row.new_file, signedUrls),
    pendingChange: toPendingChange(row, signedUrls),
    uploaderHistory: history,
  };
}

function toPendingChange(row: SubmissionRow, { url }: SignedUrls): SubmissionAnswer['pendingChange'] {
  const { pending_change: pendingChange, pending_thumbnail_key: key } = row;
  if (pendingChange === null && key === null) return null;
  return {
    ...(pendingChange as SubmissionAnswer['pendingChange']),
    ...(key !== null && { thumbnail: url(key) }),
  };
}

function toLocation(row: SubmissionRow): SubmissionLocation | null {
  const location = {
    name: row.location_name,
    address: row.location_address,
    city: row.location_city,
    state: row.location_state,
    country: row.location_country,
    latitude: row.latitude,
    longitude: row.longitude,
  };
  return Object.values(location).some((value) => value !== null) ? location : null;
}
