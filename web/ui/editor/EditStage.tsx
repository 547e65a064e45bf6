import { t } from '@lingui/core/macro';
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Edit } from '#contract/submissions/edit.ts';
import { turnedSize, type EditedOriginal } from '#contract/submissions/edit.rules.ts';
import { classes } from '../classes.ts';
import { moveCrop } from './edit.rules.ts';

interface EditStageProps {
  video: RefObject<HTMLVideoElement | null>;
  src: string;
  /** Null until it is loaded. */
  original: EditedOriginal | null;
  edit: Edit;
  /** Shows only the crop. */
  isPlaying: boolean;
  onLoaded: (video: HTMLVideoElement) => void;
  onBroken: () => void;
  onCrop: (crop: NonNullable<Edit['crop']>) => void;
}

/** The rotated video with its crop frame. */
export function EditStage({
  video,
  src,
  original,
  edit,
  isPlaying,
  onLoaded,
  onBroken,
  onCrop,
}: EditStageProps) {
  const turned = original && turnedSize(original, edit.rotate);
  const ratio = turned ? turned.width / turned.height : 16 / 9;
  const isSideways = edit.rotate % 180 !== 0;
  return (
    <div className="grid place-items-center [--stage:clamp(10rem,38dvh,26rem)]">
      <div
        dir="ltr"
        style={{ aspectRatio: ratio, width: `min(100%, calc(var(--stage) * ${ratio}))` }}
        className="on-stage relative overflow-hidden rounded-card bg-stage"
      >
        <video
          ref={video}
          src={src}
          muted={edit.mute}
          playsInline
          preload="auto"
          aria-label={t`Preview`}
          onLoadedMetadata={({ currentTarget }) => onLoaded(currentTarget)}
          onError={onBroken}
          style={{
            rotate: `${edit.rotate}deg`,
            width: isSideways ? `${100 / ratio}%` : '100%',
            height: isSideways ? `${100 * ratio}%` : '100%',
          }}
          className="absolute top-1/2 left-1/2 max-w-none -translate-1/2"
        />
        {edit.crop && <CropFrame crop={edit.crop} isPlaying={isPlaying} onCrop={onCrop} />}
      </div>
    </div>
  );
}

const STEP = 0.01;
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Dragged, or moved by arrow keys, with Shift ten times as far. */
function CropFrame({
  crop,
  isPlaying,
  onCrop,
}: {
  crop: NonNullable<Edit['crop']>;
  isPlaying: boolean;
  onCrop: EditStageProps['onCrop'];
}) {
  const grabbed = useRef<{ x: number; y: number; crop: typeof crop } | null>(null);
  const x = Math.round((crop.x + crop.width / 2) * 100);
  const y = Math.round((crop.y + crop.height / 2) * 100);
  const onPointerMove = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (!grabbed.current || !box) return;
    const { x: fromX, y: fromY, crop: before } = grabbed.current;
    onCrop(moveCrop(before, (clientX - fromX) / box.width, (clientY - fromY) / box.height));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    onCrop(moveCrop(crop, by[0] * times, by[1] * times));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={t`Crop position`}
      aria-valuenow={x}
      aria-valuetext={t`${x}% from the left, ${y}% from the top`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = { x: event.clientX, y: event.clientY, crop };
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => void (grabbed.current = null)}
      style={{
        left: `${crop.x * 100}%`,
        top: `${crop.y * 100}%`,
        width: `${crop.width * 100}%`,
        height: `${crop.height * 100}%`,
      }}
      className={classes(
        'absolute cursor-move touch-none outline-2 -outline-offset-2 focus-visible:outline-4 focus-visible:-outline-offset-4',
        isPlaying
          ? 'shadow-[0_0_0_100vmax_var(--color-stage)] outline-transparent'
          : 'shadow-[0_0_0_100vmax_var(--color-scrim)] outline-on-scrim',
      )}
    />
  );
}
