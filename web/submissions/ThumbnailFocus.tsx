import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { backend } from '#web/app/client/backend.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FocusField } from '#web/ui/controls/FocusField.tsx';
import { useChangeInReview } from './submissions.queries.ts';

/** Where a submission's thumbnail is cropped around, for its reviewer. */
export function ThumbnailFocus({ submission: { id, thumbnail, focus: saved } }: { submission: Submission }) {
  const [focus, setFocus] = useState(saved);
  const save = useChangeInReview(id);
  const isChanged = focus.x !== saved.x || focus.y !== saved.y;
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-sm font-semibold">{t`Thumbnail`}</summary>
      <div className="mt-3 flex flex-col gap-3">
        <FocusField src={backend(thumbnail ?? '')} value={focus} onChange={setFocus} />
        <Button
          size="sm"
          className="self-start"
          pending={save.isPending}
          disabled={!isChanged}
          onClick={() => save.mutate({ focus })}
        >
          {t`Save`}
        </Button>
      </div>
    </details>
  );
}
