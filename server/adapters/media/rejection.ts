import { msg } from '#contract/text/said.ts';

/**
 * A file that will never do, whatever is tried again: `message` is one sentence for its uploader, in English, saying
 * what is wrong and what to do. Everything else thrown by this adapter is a failure of ours and may be retried.
 */
export class MediaRejection extends Error {
  override name = 'MediaRejection';
}

export const damagedPicture = msg("This picture is damaged and can't be read. Please choose another one.");
