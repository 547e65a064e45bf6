/** The rules of counting: the server counts by them, and the page 'How we count' states them. */

/** A view counts once per person and video in so many minutes. */
export const VIEW_MINUTES = 30;
/** In the feed a video is viewed after so many seconds, or at its end if that comes first. */
export const VIEW_SECONDS = 2;
/** New guests one network can bring at once, and again every so many minutes. */
export const NEW_GUESTS = { max: 300, minutes: 10 } as const;
/** What each action adds to a video's rotation score; views count over the last so many days. */
export const ROTATION = {
  minutes: 15,
  viewDays: 14,
  view: 1,
  like: 4,
  comment: 6,
  /** Videos of one creator in a row. */
  inARow: 2,
} as const;
/** Days of which the top comments are. */
export const TOP_COMMENT_DAYS = 30;
