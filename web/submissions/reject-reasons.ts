import { REJECT_REASONS } from '#contract/submissions/reject-reasons.ts';
import { t } from '@lingui/core/macro';

/** Keyed by the contract's English text, which is what is sent, so that each reader sees it in their own language. */
const listReasons = (): Record<string, string> => ({
  'The picture or the sound is too poor to enjoy.': t`The picture or the sound is too poor to enjoy.`,
  'It does not fit any of our categories.': t`It does not fit any of our categories.`,
  'It shows people who may not have agreed to it.': t`It shows people who may not have agreed to it.`,
  'It uses music or footage that belongs to somebody else.': t`It uses music or footage that belongs to somebody else.`,
  'It is mostly advertising.': t`It is mostly advertising.`,
  'It breaks the rules of the community.': t`It breaks the rules of the community.`,
});

export const readyReasons = (): string[] => REJECT_REASONS.map((reason) => listReasons()[reason] ?? reason);

/** What was typed, or the contract's text of a preset reason. */
export const toSentReason = (typed: string): string =>
  REJECT_REASONS.find((reason) => listReasons()[reason] === typed) ?? typed;
