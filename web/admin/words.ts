import { t } from '@lingui/core/macro';
import type { Backups } from '#contract/backups/backups.ts';
import { formatRelative } from '#web/ui/format.ts';

const jobWords = (): Record<string, string> => ({
  'accounts.forgot-password': t`Answer a forgotten password`,
  'accounts.sweep': t`Remove what accounts no longer need`,
  'announce.changes': t`Look for clips to announce`,
  'announce.hub': t`Tell the hub of the feeds`,
  'announce.index-now': t`Tell search engines`,
  backup: t`Make and check the backup`,
  'exports.import': t`Bring in the clips of an export`,
  'exports.make': t`Make an export of somebody’s data`,
  'exports.sweep': t`Remove old exports`,
  'import-picture': t`Fetch the picture of an imported video`,
  'mail.send': t`Send an email`,
  'mail.sweep': t`Look for emails left unsent`,
  'payments.follow-capture': t`Ask what became of a payment`,
  'payments.reconcile': t`Compare orders with their payments`,
  'payments.refund': t`Refund a payment`,
  'payments.settle': t`Settle a payment`,
  'refresh-imports': t`Refresh the counts of imported videos`,
  'remove-files': t`Remove the files of deleted videos`,
  rotation: t`Choose the videos of the home page`,
  'sample-content': t`Add the sample content`,
  'search-ranks': t`Sort the search by what is watched`,
  'search-words': t`Learn the words of the search`,
  'shop.sweep-pictures': t`Remove pictures no product shows`,
  'community.sweep-pictures': t`Remove pictures no post shows`,
  'submissions-sweep': t`Remove uploads left unfinished`,
  'submissions-sweep-orphans': t`Remove files nothing belongs to`,
  'updates.check': t`Ask whether there is a newer release`,
  'updates.plan': t`Choose when to ask for a newer release`,
  'video-check': t`Check an uploaded video`,
  'video-encode': t`Encode a video`,
  'video-files-remove': t`Remove files of a video`,
  'video-ladder': t`Encode the sizes of a video`,
  'video-thumbnails': t`Draw the stills of a video`,
  'videos-publish': t`Copy a video to the public bucket, or take it out`,
  'videos-publish-all': t`Compare the public bucket with what is public`,
  'captions-transcribe': t`Write down what is said in a clip`,
  'captions-waveform': t`Draw the waveform of a clip’s sound`,
  'notifications.tell': t`Tell people what happened`,
  'notifications.likes': t`Tell people of their likes`,
  'notifications.published': t`Tell followers of a new clip`,
  'notifications.failed-jobs': t`Tell admins of failed jobs`,
  'notifications.email': t`Email a notification`,
  'notifications.daily': t`Choose who gets the daily email`,
  'notifications.daily-email': t`Send the daily email`,
  'notifications.push': t`Push a notification`,
  'notifications.sweep': t`Remove old notifications`,
  'archives.read': t`Read somebody’s archive`,
  'archives.send': t`Submit the clips of an archive`,
  'archives.sweep': t`Remove old archives`,
  'webhooks.deliver': t`Call a webhook`,
  'webhooks.spread': t`Prepare the calls of webhooks`,
  'webhooks.sweep': t`Remove old calls of webhooks`,
  'videos-let-out': t`Publish what is scheduled`,
  'videos-publish-sweep': t`Remove what is not public from the public bucket`,
});

/** What a job does; the queue's own name where nobody wrote it down. */
export const jobInWords = (queue: string): string => jobWords()[queue] ?? queue;

/** How the backups are, in one line. */
export function backupsInWords({ kind, last, verifiedAt }: Backups): { text: string; bad: boolean } {
  if (kind === 'external')
    return { text: t`The database is backed up by its own tools, outside of this site`, bad: false };
  if (kind === 'off') return { text: t`Backups are off`, bad: true };
  const failure = last?.failure ?? '';
  if (last?.state === 'failed') return { text: t`The last backup failed: ${failure}`, bad: true };
  if (verifiedAt === null) return { text: t`No backup has passed a test restore yet`, bad: true };
  return { text: t`Last verified backup: ${formatRelative(verifiedAt)}`, bad: false };
}
