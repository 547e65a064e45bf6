import { t } from '@lingui/core/macro';
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { Edit } from '#contract/submissions/edit.ts';
import { classes } from '../classes.ts';
import { drawFrames } from './draw-frames.ts';
import { formatFine, stepOf } from './edit.rules.ts';

const TILES = 12;
/** Drawn pixels a side, for fine screens. */
const TILE_SIZE = 144;

interface TrimStripProps {
  src: string;
  durationSec: number;
  edit: Edit;
  /** Where the preview is. */
  time: number;
  onStart: (seconds: number) => void;
  onEnd: (seconds: number) => void;
  onShow: (seconds: number) => void;
}

/** A strip of frames, between whose handles the video will play. From left to right in every language, as in the player. */
export function TrimStrip({ src, durationSec, edit, time, onStart, onEnd, onShow }: TrimStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const percent = (seconds: number): string => `${Math.min(100, (seconds / durationSec) * 100)}%`;
  const scrub = (event: PointerEvent<HTMLElement>): void =>
    onShow(Math.max(0, Math.min(durationSec, secondsAt(strip, event.clientX, durationSec))));
  const handle = { strip, durationSec };
  return (
    <div dir="ltr" ref={strip} className="relative mx-6 h-16 touch-none select-none">
      <div
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event);
        }}
        className="absolute inset-0 overflow-hidden bg-stage"
      >
        <Frames src={src} durationSec={durationSec} rotate={edit.rotate} />
        <div style={{ width: percent(edit.start) }} className="absolute inset-y-0 start-0 bg-scrim" />
        <div style={{ left: percent(edit.end) }} className="absolute inset-y-0 end-0 bg-scrim" />
      </div>
      <div
        style={{ left: percent(edit.start), right: `calc(100% - ${percent(edit.end)})` }}
        className="pointer-events-none absolute inset-y-0 border-y-3 border-accent"
      />
      <div
        style={{ left: percent(time) }}
        className="pointer-events-none absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-on-scrim shadow-float ring-1 ring-scrim"
      />
      <Handle {...handle} side="start" label={t`Start`} at={edit.start} onMove={onStart} />
      <Handle {...handle} side="end" label={t`End`} at={edit.end} onMove={onEnd} />
    </div>
  );
}

/** The time at a horizontal position of the page. */
function secondsAt(strip: RefObject<HTMLElement | null>, x: number, durationSec: number): number {
  const box = strip.current?.getBoundingClientRect();
  return box ? ((x - box.left) / box.width) * durationSec : 0;
}

/** Lies outside the selected part, so that it covers none of it. */
function Handle({
  strip,
  durationSec,
  side,
  label,
  at,
  onMove,
}: {
  strip: RefObject<HTMLElement | null>;
  durationSec: number;
  side: 'start' | 'end';
  label: string;
  at: number;
  onMove: (seconds: number) => void;
}) {
  /** Seconds between the pointer and the handle when the drag began. */
  const grabbed = useRef(0);
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={durationSec}
      aria-valuenow={at}
      aria-valuetext={formatFine(at)}
      onKeyDown={(event) => {
        const by = stepOf(event);
        const to = { Home: 0, End: durationSec }[event.key] ?? (by === null ? null : at + by);
        if (to === null) return;
        event.preventDefault();
        onMove(to);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = secondsAt(strip, event.clientX, durationSec) - at;
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          onMove(secondsAt(strip, event.clientX, durationSec) - grabbed.current);
      }}
      style={{ left: `${Math.min(100, (at / durationSec) * 100)}%` }}
      className={classes(
        'touch-target absolute inset-y-0 grid w-6 cursor-ew-resize touch-none place-items-center bg-accent',
        side === 'start' ? '-translate-x-full rounded-s-control' : 'rounded-e-control',
      )}
    >
      <span className="h-5 w-0.75 rounded-pill bg-accent-ink" />
    </span>
  );
}

/** Squares, so that they turn with the picture. */
function Frames({ src, durationSec, rotate }: { src: string; durationSec: number; rotate: Edit['rotate'] }) {
  const tiles = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ends = new AbortController();
    const canvases = [...(tiles.current?.querySelectorAll('canvas') ?? [])];
    void drawFrames(src, durationSec, canvases, ends.signal);
    return () => ends.abort();
  }, [src, durationSec]);
  return (
    <div
      ref={tiles}
      aria-hidden="true"
      className="pointer-events-none flex h-full divide-x divide-on-scrim/15"
    >
      {Array.from({ length: TILES }, (_, at) => (
        <div key={at} className="grid min-w-0 flex-1 place-items-center overflow-hidden">
          <canvas
            width={TILE_SIZE}
            height={TILE_SIZE}
            style={{ rotate: `${rotate}deg` }}
            className="size-18 max-w-none"
          />
        </div>
      ))}
    </div>
  );
}
