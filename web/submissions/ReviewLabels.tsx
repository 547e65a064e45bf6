import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { LABELS } from '#contract/videos/labels.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { LabelFields } from '#web/app/forms/LabelFields.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { useChangeInReview } from './submissions.queries.ts';

/** A submission's labels, for its reviewer to correct. */
export function ReviewLabels({ submission: { id, labels: saved } }: { submission: Submission }) {
  const [labels, setLabels] = useState(saved);
  const save = useChangeInReview(id);
  return (
    <div className="mt-4 flex flex-col gap-3">
      <LabelFields labels={labels} onChange={setLabels} />
      <Button
        size="sm"
        className="self-start"
        pending={save.isPending}
        disabled={LABELS.every((label) => labels[label] === saved[label])}
        onClick={() => save.mutate({ labels })}
      >
        {t`Save labels`}
      </Button>
    </div>
  );
}
