import { t } from '@lingui/core/macro';
import { LABELS, type Label, type Labels } from '#contract/videos/labels.ts';

export const labelNames = (): Record<Label, string> => ({
  ai: t`AI-generated`,
  paid: t`Paid promotion`,
  sensitive: t`Sensitive`,
});

/** Those that a video has. */
export const namesOf = (labels: Labels): string[] =>
  LABELS.filter((label) => labels[label]).map((label) => labelNames()[label]);
