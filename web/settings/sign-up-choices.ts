import { t } from '@lingui/core/macro';
import type { Community } from '#contract/settings/community.ts';

export const signUpChoices = (): [value: Community['signUp'], label: string][] => [
  ['everybody', t`Everyone`],
  ['approved', t`Approval required (People)`],
  ['invited', t`By invitation only (People)`],
  ['nobody', t`No one`],
];
