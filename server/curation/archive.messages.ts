import { storedMessages } from '#contract/text/message.ts';

/** Why a video was archived, where nobody wrote a reason. */
export const ARCHIVED = storedMessages('archived', {
  REMOVED: 'YouTube removed it.',
  REPORTED: 'Hidden after a report',
  ACCOUNT_DELETED: 'The account was deleted.',
});
