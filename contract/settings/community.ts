import { z } from 'zod';
import { EmbedOrigins } from '../site/embed-origins.ts';
import { Timestamp, line } from '../values.ts';

export const MAX_QUESTION = 200;
export const Community = z.object({
  /** Who may make an account; an admin can still give people one. */
  signUp: z.enum(['everybody', 'approved', 'invited', 'nobody'], 'Unknown choice.'),
  /** The question on the sign-up form when admins approve accounts; null: the default question. */
  signUpQuestion: line(MAX_QUESTION, { what: 'question' }).nullable(),
  /** Whether members may invite people, too. */
  membersInvite: z.boolean(),
  guestComments: z.boolean(),
  /** Turns comments off by default; creators can override it per video. */
  commentsOff: z.boolean(),
  /** Whether what creators change of a video that others see waits for an admin. */
  editReview: z.boolean(),
  /** Whether captions that a machine made are shown before a person published them. */
  publishMachineCaptions: z.boolean(),
  /** The game of falling blocks, while the server starts and in the footer. */
  game: z.boolean(),
  /** Whose comments and posts wait for a moderator before others see them. */
  review: z.enum(['nobody', 'newcomers', 'everybody'], 'Unknown choice.'),
  /** Guests, and members for so long, are newcomers. */
  newcomerHours: z
    .number('Please enter a number of hours.')
    .int('Please enter whole hours.')
    .min(0, 'Please enter a number of hours.')
    .max(720, 'Please enter 720 hours at most.'),
  /** Links to elsewhere that a newcomer's text may hold before it has to wait. */
  newcomerLinks: z
    .number('Please enter a number.')
    .int('Please enter a whole number.')
    .min(0, 'Please enter a number.')
    .max(20, 'Please enter 20 at most.'),
  /** For `writersForHours` from the change on only members of so many days may write; 0 in either: everybody may. */
  writersMinDays: z
    .number('Please enter a number of days.')
    .int('Please enter whole days.')
    .min(0, 'Please enter a number of days.')
    .max(365, 'Please enter 365 days at most.'),
  writersForHours: z
    .number('Please enter a number of hours.')
    .int('Please enter whole hours.')
    .min(0, 'Please enter a number of hours.')
    .max(720, 'Please enter 720 hours at most.'),
  embedOrigins: EmbedOrigins,
  /** Notifies search engines (IndexNow) and the WebSub hub when a video is published or removed. */
  announce: z.boolean(),
});
export type Community = z.output<typeof Community>;

/** Since when only established members may post; null: off. */
export const WritersSince = z.object({ writersSince: Timestamp.nullable() });
export type WritersSince = z.infer<typeof WritersSince>;
