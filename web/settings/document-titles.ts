import { t } from '@lingui/core/macro';
import type { DocumentName } from '#contract/settings/settings.ts';

export const documentTitles = (): Record<DocumentName, string> => ({
  about: t`About`,
  privacy: t`Privacy Policy`,
  terms: t`Terms of Service`,
  imprint: t`Imprint`,
});
