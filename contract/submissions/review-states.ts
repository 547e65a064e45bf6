/**
 * The review of uploads and imports: its states and the moves between them, the one table that the server (checks and
 * SQL) and the pages read. Whether an item is archived is another fact; an archived one makes no move.
 */
export const REVIEW_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Videos are uploaded by our creators, or imported from elsewhere. */
export const ORIGINS = ['UPLOAD', 'IMPORT'] as const;
export type Origin = (typeof ORIGINS)[number];

export interface ReviewMove {
  from: ReviewStatus;
  to: ReviewStatus;
  by: 'admin' | 'uploader';
  /** The origins it applies to: imports are never resubmitted. */
  origins: readonly Origin[];
}

/**
 * Anything else is 409 WRONG_STATE. Only APPROVED videos can be featured or trending; leaving that state ends
 * both.
 */
export const REVIEW_MOVES = {
  approve: { from: 'PENDING', to: 'APPROVED', by: 'admin', origins: ['UPLOAD', 'IMPORT'] },
  unapprove: { from: 'APPROVED', to: 'PENDING', by: 'admin', origins: ['UPLOAD', 'IMPORT'] },
  reject: { from: 'PENDING', to: 'REJECTED', by: 'admin', origins: ['UPLOAD', 'IMPORT'] },
  resubmit: { from: 'REJECTED', to: 'PENDING', by: 'uploader', origins: ['UPLOAD'] },
} as const satisfies Record<string, ReviewMove>;
export type ReviewMoveName = keyof typeof REVIEW_MOVES;
