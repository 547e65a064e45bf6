import type { Community } from '#contract/community-settings.ts';

export const SIGN_UP_CHOICES: [value: Community['signUp'], label: string][] = [
  ['everybody', 'Everybody'],
  ['approved', 'Approval required (People)'],
  ['invited', 'By invitation only (People)'],
  ['nobody', 'Nobody'],
];
