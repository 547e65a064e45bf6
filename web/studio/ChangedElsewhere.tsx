import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ApiError } from '#web/app/client/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';

export const isChangedElsewhere = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';

/** In an error message: another tab saved the video first. Reloading preserves what was typed. */
export function ChangedElsewhere({ onReload }: { onReload: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const reload = async (): Promise<void> => {
    setPending(true);
    await onReload().catch((error: Error) =>
      toast(t`That didn’t work`, { kind: 'bad', text: error.message }),
    );
    setPending(false);
  };
  return (
    <span className="flex flex-wrap items-center justify-between gap-3">
      <span className="min-w-0">
        <strong className="block">{t`This video was changed in another tab`}</strong>
        {t`Reload to get that change. Yours stays here until you save it.`}
      </span>
      <Button size="sm" pending={pending} onClick={() => void reload()}>
        {t`Reload`}
      </Button>
    </span>
  );
}
