import { storedMessages } from '#contract/text/message.ts';

/** Why a video was archived, when no reason was given. */
export const ARCHIVED = storedMessages('archived', {
  REMOVED: 'YouTube removed it.',
  REPORTED: 'Hidden after a report',
  ACCOUNT_DELETED: 'The account was deleted.',
});
