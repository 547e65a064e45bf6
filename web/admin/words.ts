import type { AuditEntry } from '#contract/admin.ts';
import type { Backups } from '#contract/backups.ts';
import { paths } from '#web/app/paths.ts';
import { formatRelative } from '#web/ui/format.ts';

const JOBS: Record<string, string> = {
  'accounts.forgot-password': 'Answer a forgotten password',
  'accounts.sweep': 'Remove what accounts no longer need',
  backup: 'Make and check the backup',
  'exports.import': 'Bring in the clips of an export',
  'exports.make': 'Make an export of somebody’s data',
  'exports.sweep': 'Remove old exports',
  'import-picture': 'Fetch the picture of an imported video',
  'mail.send': 'Send an email',
  'mail.sweep': 'Look for emails left unsent',
  'payments.follow-capture': 'Ask what became of a payment',
  'payments.reconcile': 'Compare orders with their payments',
  'payments.refund': 'Refund a payment',
  'payments.settle': 'Settle a payment',
  'refresh-imports': 'Refresh the counts of imported videos',
  'remove-files': 'Remove the files of deleted videos',
  rotation: 'Choose the videos of the home page',
  'sample-content': 'Add the sample content',
  'search-fill': 'Add what is new to the search',
  'search-ranks': 'Sort the search by what is watched',
  'search-words': 'Learn the words of the search',
  'shop.sweep-pictures': 'Remove pictures no product shows',
  'community.sweep-pictures': 'Remove pictures no post shows',
  'submissions-sweep': 'Remove uploads left unfinished',
  'submissions-sweep-orphans': 'Remove files nothing belongs to',
  'updates.check': 'Ask whether there is a newer release',
  'updates.plan': 'Choose when to ask for a newer release',
  'video-check': 'Check an uploaded video',
  'video-encode': 'Encode a video',
  'wal-archive': 'Archive what the database wrote',
  'wal-bucket': 'Send the archive to the second bucket',
  'video-files-remove': 'Remove files of a video',
  'video-ladder': 'Encode the sizes of a video',
  'video-ladders-check': 'Look for videos with sizes missing',
  'video-thumbnails': 'Draw the stills of a video',
  'videos-publish': 'Copy a video to the public bucket, or take it out',
  'videos-publish-all': 'Compare the public bucket with what is public',
  'videos-publish-sweep': 'Remove what is not public from the public bucket',
};

const ACTIONS: Record<string, string> = {
  'account.delete': 'Deleted their account',
  'backup.download': 'Downloaded a backup',
  'backup.start': 'Asked for a backup',
  'featured.order': 'Changed the order of featured videos',
  'import.approve': 'Approved an imported video',
  'import.reject': 'Rejected an imported video',
  'import.unapprove': 'Unapproved an imported video',
  'invitation.create': 'Made an invitation',
  'invitation.revoke': 'Revoked an invitation',
  'job.cancel': 'Cancelled a job',
  'job.retry': 'Tried a job again',
  'moderation.dismiss': 'Dismissed a report',
  'moderation.hide': 'Hid what was reported',
  'moderation.suspend': 'Suspended who wrote it',
  'moderation.undo': 'Took a decision back',
  'order.status': 'Changed the status of an order',
  'product.create': 'Added a product',
  'product.update': 'Changed a product',
  'sample.remove': 'Removed the sample content',
  'settings.change': 'Changed the settings',
  'settings.undo': 'Undid a change of the settings',
  'sign-up.approve': 'Let somebody join',
  'sign-up.decline': 'Declined a request to join',
  'site.second-step': 'Changed who needs a second step',
  'submission.approve': 'Approved an upload',
  'submission.reject': 'Rejected an upload',
  'submission.resubmit': 'Submitted an upload again',
  'submission.retry': 'Encoded an upload again',
  'submission.thumbnail': 'Changed the cover of an upload',
  'submission.unapprove': 'Unapproved an upload',
  'submission.withdraw': 'Withdrew an upload',
  'upgrade.grant': 'Made somebody a creator',
  'upgrade.reject': 'Declined a creator request',
  'user.create-admin': 'Made the first admin',
  'user.reset-password': 'Reset a password',
  'user.reset-second-step': 'Reset a second step',
  'user.role': 'Changed a role',
  'user.suspend': 'Suspended an account',
  'user.unsuspend': 'Lifted a suspension',
  'video.archive': 'Archived a video',
  'video.delete': 'Deleted a video for good',
  'video.featured': 'Featured a video',
  'video.import': 'Imported a video',
  'video.not-featured': 'Took a video off featured',
  'video.not-trending': 'Took a video off trending',
  'video.restore': 'Restored a video',
  'video.trending': 'Marked a video as trending',
  'word.unwatch': 'Took a word off the list',
  'word.watch': 'Put a word on the list',
};

/** What a job does; the queue's own name where nobody wrote it down. */
export const jobInWords = (queue: string): string => JOBS[queue] ?? queue;

/** What somebody did; the log's own name where nobody wrote it down. */
export const actionInWords = (action: string): string => ACTIONS[action] ?? action;

/** What it was done to, as people call it, and where that is found. */
export function thingInWords({ subjectType, subjectId, label }: AuditEntry): {
  text: string;
  to: string | null;
} {
  const numbered = subjectId === null ? subjectType : `${subjectType} ${subjectId}`;
  const places: Record<string, (id: number) => string> = {
    video: (id) => paths.video(id),
    product: (id) => paths.product(id),
    user: () => paths.creator(label ?? ''),
    order: (id) => `${paths.adminOrders()}?q=${id}`,
  };
  const id = Number(subjectId);
  // what has no name any more is gone
  const isThere = label !== null || subjectType === 'order';
  const place = Number.isInteger(id) && id > 0 && isThere ? places[subjectType]?.(id) : undefined;
  return { text: label ?? numbered, to: place ?? null };
}

/** How the backups are, in one line. */
export function backupsInWords({ kind, last, verifiedAt }: Backups): { text: string; bad: boolean } {
  if (kind === 'external')
    return { text: 'The database is backed up by its own tools, outside of this site', bad: false };
  if (kind === 'off') return { text: 'Backups are off', bad: true };
  if (last?.state === 'failed') return { text: `The last backup failed: ${last.failure}`, bad: true };
  if (verifiedAt === null) return { text: 'No backup has passed a test restore yet', bad: true };
  return { text: `Last verified backup: ${formatRelative(verifiedAt)}`, bad: false };
}
