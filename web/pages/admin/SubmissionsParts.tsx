import { t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import { paths } from '#web/app/paths.ts';
import { WaitingCaptions } from '#web/captions/WaitingCaptions.tsx';
import { SubmissionsTab } from '#web/submissions/SubmissionsTab.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';

/** What was uploaded, and what was written for it. */
export function SubmissionsParts() {
  return (
    <>
      <WaitingCaptions />
      <SubmissionsTab
        beside={
          <ButtonLink size="sm" className="h-10" to={paths.nearby()}>
            <MapPin aria-hidden="true" /> {t`Nearby`}
          </ButtonLink>
        }
      />
    </>
  );
}
