import { verbatim, storedMessages, type StoredMessage } from '../text/message.ts';

/** Ready-made reasons in the review view, shown to each person in their language. */
const READY_REASONS = Object.values(
  storedMessages('rejected', {
    TOO_POOR: 'The picture or the sound is too poor to enjoy.',
    NO_CATEGORY: 'It does not fit any of our categories.',
    SHOWS_PEOPLE: 'It shows people who may not have agreed to it.',
    BELONGS_TO_OTHERS: 'It uses music or footage that belongs to somebody else.',
    ADVERTISING: 'It is mostly advertising.',
    BREAKS_RULES: 'It breaks the rules of the community.',
  }),
).map((make) => make());
export const REJECT_REASONS = READY_REASONS.map(({ id }) => id);
/** Why a moderator or admin does something, as they sent it. */
export const givenReason = (text: string): StoredMessage =>
  READY_REASONS.find(({ id }) => id === text) ?? verbatim(text);
