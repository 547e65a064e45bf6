import { REJECT_REASONS } from '#contract/submissions/reject-reasons.ts';
import { t } from '@lingui/core/macro';

/** Keyed by the contract's English text, which is what is sent, so that each reader sees it in their own language. */
const listReasons = (): Record<string, string> => ({
  'The picture or sound quality is too low.': t`The picture or sound quality is too low.`,
  "It doesn't fit any of our categories.": t`It doesn't fit any of our categories.`,
  'It shows people who may not have consented.': t`It shows people who may not have consented.`,
  "It uses someone else's music or footage.": t`It uses someone else's music or footage.`,
  "It's mostly advertising.": t`It's mostly advertising.`,
  'It breaks the community rules.': t`It breaks the community rules.`,
});

export const readyReasons = (): string[] => REJECT_REASONS.map((reason) => listReasons()[reason] ?? reason);

/** What was typed, or the contract's text of a preset reason. */
export const toSentReason = (typed: string): string =>
  REJECT_REASONS.find((reason) => listReasons()[reason] === typed) ?? typed;
