import { WaitingCaptions } from '#web/captions/WaitingCaptions.tsx';
import { SubmissionsTab } from '#web/submissions/SubmissionsTab.tsx';

/** What was uploaded, and what was written for it. */
export function SubmissionsParts() {
  return (
    <>
      <WaitingCaptions />
      <SubmissionsTab />
    </>
  );
}
