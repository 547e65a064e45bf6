import { t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import { Button } from '#web/ui/controls/Button.tsx';

/** Over the blurred picture of a sensitive video. `isAside`: it isn't the one in view. */
export function SensitiveCover({ onShow, isAside = false }: { onShow: () => void; isAside?: boolean }) {
  return (
    <div
      inert={isAside}
      className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-4 bg-scrim/40 p-6 text-center text-on-scrim"
    >
      <EyeOff aria-hidden="true" className="size-8" />
      <p className="font-semibold">{t`This video may be sensitive.`}</p>
      <Button variant="primary" onClick={onShow}>
        {t`Show video`}
      </Button>
    </div>
  );
}
