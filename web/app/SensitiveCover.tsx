import { t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import { Button } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';

/** Covers the blurred picture of a sensitive video; `className` positions its text. */
export function SensitiveCover({
  onShow,
  isAside = false,
  className = 'justify-center',
}: {
  onShow: () => void;
  /** Not the video in view. */
  isAside?: boolean;
  className?: string;
}) {
  return (
    <div
      inert={isAside}
      className={classes(
        'absolute inset-0 flex flex-col items-center gap-4 bg-scrim/40 p-6 text-center text-on-scrim',
        className,
      )}
    >
      <EyeOff aria-hidden="true" className="size-8" />
      <p className="font-semibold">{t`This video may be sensitive.`}</p>
      <Button variant="primary" onClick={onShow}>
        {t`Show video`}
      </Button>
    </div>
  );
}
