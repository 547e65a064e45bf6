import type { Submission } from '#contract/submissions/submissions.ts';

/** Its creator changed what was approved, and an admin has to see that first. */
export const hasRevision = ({ status, newFile, pendingChange }: Submission): boolean =>
  status === 'APPROVED' &&
  (pendingChange !== null || (newFile?.status === 'PENDING' && newFile.processing !== 'FAILED'));

/** An admin says yes or no to it, or to what was changed of it. */
export const isWaiting = (submission: Submission): boolean =>
  submission.status === 'PENDING' || hasRevision(submission);
