import { t } from '@lingui/core/macro';
import { Pause, Play } from 'lucide-react';
import { ControlButton } from './ControlButton.tsx';
import { PlaySign } from './PlaySign.tsx';

/**
 * The server-rendered bar, shown until its script has loaded. Until then a press anywhere on the player plays
 * and pauses (web/index.html), and sets `data-written="playing"`.
 */
export function WrittenBar() {
  return (
    <>
      <div className="in-data-[written=playing]:hidden">
        <PlaySign icon={Play} />
      </div>
      <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-stage/90 via-stage/55 to-transparent px-3 pt-14 pb-1.5 sm:px-4">
        <div className="relative mx-1.5 h-6">
          <div className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-pill bg-on-scrim/25" />
        </div>
        <ControlButton label={t`Play`}>
          <Play aria-hidden="true" className="fill-current in-data-[written=playing]:hidden" />
          <Pause aria-hidden="true" className="hidden fill-current in-data-[written=playing]:block" />
        </ControlButton>
      </div>
    </>
  );
}
