import type { Submission } from '#contract/submissions/submissions.ts';

/** The creator changed an approved video, and an admin has to review the change. */
export const hasRevision = ({ status, newFile, pendingChange }: Submission): boolean =>
  status === 'APPROVED' &&
  (pendingChange !== null || (newFile?.status === 'PENDING' && newFile.processing !== 'FAILED'));

/** Waits for an admin to approve it, or a change to it. */
export const isWaiting = (submission: Submission): boolean =>
  submission.status === 'PENDING' || hasRevision(submission);
