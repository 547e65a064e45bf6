import { t } from '@lingui/core/macro';
import { useId, type KeyboardEvent, type PointerEvent } from 'react';
import { CROPS } from '#contract/videos/pictures.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { Button } from './Button.tsx';

const STEP = 0.05;
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const limit = (share: number): number => Math.round(Math.max(0, Math.min(1, share)) * 100) / 100;

/** The point of a picture that stays in view where it is cropped, with what the crops show. */
export function FocusField({
  src,
  value,
  onChange,
}: {
  src: string;
  value: Focus;
  onChange: (focus: Focus) => void;
}) {
  const hintId = useId();
  const [x, y] = [Math.round(value.x * 100), Math.round(value.y * 100)];
  const take = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ x: limit((clientX - left) / width), y: limit((clientY - top) / height) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    // around it, arrows lead to other videos
    event.stopPropagation();
    onChange({ x: limit(value.x + by[0]), y: limit(value.y + by[1]) });
  };
  return (
    <div role="group" aria-label={t`Focal point`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div
          className="relative max-w-full cursor-crosshair touch-none overflow-hidden rounded-control bg-stage select-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            take(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) take(event);
          }}
        >
          <img src={src} alt="" draggable={false} className="h-44 max-w-full object-fill sm:h-52" />
          <span
            role="slider"
            tabIndex={0}
            aria-label={t`Focal point`}
            aria-describedby={hintId}
            aria-valuenow={x}
            aria-valuetext={t`${x}% from the left, ${y}% from the top`}
            onKeyDown={onKeyDown}
            style={{ left: `${x}%`, top: `${y}%` }}
            className="absolute size-6 -translate-1/2 rounded-pill border-3 border-on-scrim bg-accent shadow-card"
          />
        </div>
        {Object.entries(CROPS).map(([name, ratio]) => (
          <figure key={name} className="flex flex-col items-center gap-1">
            <img
              src={src}
              alt=""
              style={{ aspectRatio: ratio, objectPosition: `${x}% ${y}%` }}
              className="h-32 rounded-control bg-stage object-cover sm:h-40"
            />
            <figcaption className="numbers text-xs text-ink-soft">{name.replace('x', ':')}</figcaption>
          </figure>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={hintId} className="min-w-0 text-sm text-ink-soft">
          {t`What stays in view when the thumbnail is cropped. Drag the dot or use the arrow keys.`}
        </p>
        <Button
          size="sm"
          variant="quiet"
          disabled={x === 50 && y === 50}
          onClick={() => onChange({ x: 0.5, y: 0.5 })}
        >
          {t`Reset`}
        </Button>
      </div>
    </div>
  );
}
