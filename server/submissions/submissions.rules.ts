import { msg, storedMessages, type StoredMessage } from '#contract/text/message.ts';
import { REVIEW_MOVES, type ReviewMoveName, type ReviewStatus } from '#contract/submissions/review-states.ts';
import type { Processing, SubmissionStatusAnswer } from '#contract/submissions/submissions.ts';
import type { Visibility } from '#contract/videos/videos.ts';

/** What a submissionStatus is written from. */
export interface SubmissionFacts {
  status: ReviewStatus;
  visibility: Visibility;
  /** Its time to come out is yet to come. */
  scheduled: boolean;
  processing: Processing;
  percent: number;
  checked: boolean;
  archived: boolean;
  archiveReason: StoredMessage | null;
  /** Who may take it out again. */
  archivedByCreator: boolean;
  failureReason: StoredMessage | null;
  rejectReason: StoredMessage | null;
  /** Among those in review, 1 is next; null otherwise. */
  place: number | null;
}

const EMPTY = { percent: null, place: null, reason: null, advice: null };
export const FAILURES = storedMessages('submissions', {
  OUR_FAULT: 'Something went wrong on our side while preparing this video. Please submit it again.',
});

/** A submission's status as its uploader sees it (contract: SubmissionStatus). */
export function writeSubmissionStatus(facts: SubmissionFacts): SubmissionStatusAnswer {
  if (facts.archived)
    return {
      ...EMPTY,
      state: 'ARCHIVED',
      text: 'archived',
      reason: facts.archiveReason,
      advice: facts.archivedByCreator
        ? msg`Only you and admins can see it. You can unarchive it anytime.`
        : msg`Ask an administrator if you think this is a mistake.`,
    };
  if (facts.status === 'REJECTED') {
    return {
      ...EMPTY,
      state: 'REJECTED',
      text: 'rejected',
      reason: facts.rejectReason ?? msg`The reviewer didn't give a reason.`,
      advice: msg`Fix the issue mentioned in the reason and resubmit from your profile. It stays the same submission.`,
    };
  }
  if (facts.processing === 'FAILED') {
    return {
      ...EMPTY,
      state: 'REJECTED',
      text: 'rejected',
      reason: facts.failureReason,
      advice: msg`Choose another file and resubmit it from your profile. It stays the same submission.`,
    };
  }
  if (facts.processing === 'QUEUED') return { ...EMPTY, state: 'RECEIVED', text: 'received' };
  if (facts.processing === 'PROCESSING') {
    if (!facts.checked) return { ...EMPTY, state: 'RECEIVED', text: 'received' };
    if (facts.percent === 0) return { ...EMPTY, state: 'CHECKED', text: 'checked' };
    return { ...EMPTY, state: 'ENCODING', text: `encoding ${facts.percent} %`, percent: facts.percent };
  }
  if (facts.visibility === 'PRIVATE') return { ...EMPTY, state: 'PRIVATE', text: 'private' };
  if (facts.status === 'APPROVED' && facts.scheduled)
    return { ...EMPTY, state: 'SCHEDULED', text: 'scheduled' };
  if (facts.status === 'APPROVED') return { ...EMPTY, state: 'LIVE', text: 'live' };
  const position = facts.place ?? 1;
  return { ...EMPTY, state: 'IN_REVIEW', text: `in review (${ordinal(position)} in queue)`, place: position };
}

export function ordinal(n: number): string {
  const tens = n % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

const ALREADY: Record<ReviewStatus, string> = {
  PENDING: msg('This video is already in review.'),
  APPROVED: msg('This video is already approved.'),
  REJECTED: msg('This video is already rejected.'),
};

/** Why a move can't be made from where the video is. */
export function explainConflict(move: ReviewMoveName, status: ReviewStatus, archived: boolean): string {
  if (archived) return msg('This video is archived. Restore it first.');
  if (status === REVIEW_MOVES[move].to) return ALREADY[status];
  if (move === 'approve' && status === 'REJECTED')
    return msg('This video was rejected. The uploader must resubmit it first.');
  if (move === 'reject' && status === 'APPROVED') return msg('This video is approved. Unapprove it first.');
  if (move === 'unapprove') return msg('Only an approved video can be unapproved.');
  return msg('Only rejected or failed videos can be resubmitted.');
}

/** Beside the storyboard: pictures out of the video that its creator chooses the thumbnail from, counted from 1. */
export const candidateName = (at: number) => `candidate-${at}.jpg`;

export const candidateKeys = (row: { storyboard_key: string | null; candidates: number }): string[] => {
  const folder = row.storyboard_key?.replace(/[^/]+$/, '');
  return folder ? Array.from({ length: row.candidates }, (_, at) => folder + candidateName(at + 1)) : [];
};
