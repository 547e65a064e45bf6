import { verbatim, storedMessages, type StoredMessage } from '../text/message.ts';

/** Ready-made reasons in the review view, shown to each person in their language. */
const READY_REASONS = Object.values(
  storedMessages('rejected', {
    TOO_POOR: 'The picture or sound quality is too low.',
    NO_CATEGORY: "It doesn't fit any of our categories.",
    SHOWS_PEOPLE: 'It shows people who may not have consented.',
    BELONGS_TO_OTHERS: "It uses someone else's music or footage.",
    ADVERTISING: "It's mostly advertising.",
    BREAKS_RULES: 'It breaks the community rules.',
  }),
).map((make) => make());
export const REJECT_REASONS = READY_REASONS.map(({ id }) => id);
/** Why a moderator or admin does something, as they sent it. */
export const givenReason = (text: string): StoredMessage =>
  READY_REASONS.find(({ id }) => id === text) ?? verbatim(text);
