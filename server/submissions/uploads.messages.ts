import { storedMessages } from '#contract/text/message.ts';

/** Why an upload is refused; stored where it was one of many in an archive. */
export const REFUSALS = storedMessages('uploads', {
  NO_CREATOR: 'This account can no longer upload videos.',
  TOO_LARGE: 'Video must be under 300MB. Try recording at 720p or shorter clips!',
  GAVE_WAY: 'This upload was replaced by another attempt or took more than a day.',
  ONE_PENDING:
    'You have {0} video waiting for review, which is the limit. Please wait until one is reviewed, or withdraw one.',
  MANY_PENDING:
    'You have {0} videos waiting for review, which is the limit. Please wait until one is reviewed, or withdraw one.',
  DAILY_LIMIT: 'You can upload {0} in 24 hours, and this video would exceed that. Please try again in {1}.',
  AN_HOUR: 'an hour',
  HOURS: '{0} hours',
});
