import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowDownToLine, ArrowLeft, ArrowRight, PackageOpen, RotateCw } from 'lucide-react';
import type { Action } from './puzzle.rules.ts';

const listButtons = (): [action: Action, label: string, Icon: typeof ArrowDown][] => [
  ['left', t`Move left`, ArrowLeft],
  ['rotate', t`Rotate`, RotateCw],
  ['right', t`Move right`, ArrowRight],
  ['down', t`Down`, ArrowDown],
  ['drop', t`Drop`, ArrowDownToLine],
  ['hold', t`Hold`, PackageOpen],
];

/** For fingers: under 768 px, and on any touch screen. */
export function PuzzleButtons({ act, disabled }: { act: (action: Action) => void; disabled: boolean }) {
  return (
    <div
      role="group"
      aria-label={t`Game controls`}
      className="order-3 grid w-full max-w-sm grid-cols-6 gap-1.5 md:hidden md:w-14 md:grid-cols-1 pointer-coarse:grid"
    >
      {listButtons().map(([action, label, Icon]) => (
        <button
          key={action}
          type="button"
          aria-label={label}
          title={label}
          disabled={disabled}
          onClick={() => act(action)}
          className="grid h-13 short:h-11 touch-manipulation place-items-center rounded-control border border-edge/60 bg-raised text-ink transition active:scale-95 disabled:opacity-55 [&_svg]:size-5"
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
