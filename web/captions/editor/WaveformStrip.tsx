import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { waveformQuery } from '../captions.queries.ts';
import type { EditedCue } from './edit.rules.ts';

/** Visible seconds, with the current time in the middle. */
const SEEN = 12;
/** What moves less is a press. */
const DRAG_PX = 5;

/** The sound around the present moment, with the lines that lie there; a press leads to its place, and it can be drawn along. */
export function WaveformStrip({
  videoId,
  time,
  cues,
  at,
  onTime,
}: {
  videoId: number;
  time: number;
  cues: EditedCue[];
  at: number;
  onTime: (seconds: number) => void;
}) {
  const { data } = useQuery(waveformQuery(videoId));
  const canvas = useRef<HTMLCanvasElement>(null);
  const levels = data?.levels;
  const perSecond = data?.perSecond ?? 1;
  useEffect(() => {
    const element = canvas.current;
    const draw = element?.getContext('2d');
    if (!element || !draw) return;
    const { clientWidth: width, clientHeight: height } = element;
    const scale = devicePixelRatio;
    element.width = width * scale;
    element.height = height * scale;
    draw.scale(scale, scale);
    // a canvas can't use custom properties: two colours of its own element carry them
    const style = getComputedStyle(element);
    const from = time - SEEN / 2;
    const toX = (seconds: number): number => ((seconds - from) / SEEN) * width;
    for (const [index, { start, end }] of cues.entries()) {
      if (end < from || start > from + SEEN) continue;
      draw.globalAlpha = index === at ? 0.45 : 0.18;
      draw.fillStyle = style.caretColor;
      draw.fillRect(toX(start), 0, Math.max(1, toX(end) - toX(start) - 1), height);
    }
    draw.globalAlpha = 1;
    draw.fillStyle = style.color;
    const first = Math.max(0, Math.floor(from * perSecond));
    const last = Math.min(levels?.length ?? 0, Math.ceil((from + SEEN) * perSecond));
    const bar = Math.max(1, width / SEEN / perSecond - 1);
    for (let index = first; index < last; index += 1) {
      const loud = Math.max(1, ((levels?.[index] ?? 0) / 255) * height);
      draw.fillRect(toX(index / perSecond), (height - loud) / 2, bar, loud);
    }
    draw.fillStyle = style.caretColor;
    draw.fillRect(width / 2 - 1, 0, 2, height);
  }, [levels, perSecond, time, cues, at]);
  const drag = useRef<{ x: number; time: number; isMoved: boolean }>(null);
  const secondsOf = (pixels: number): number => (pixels / (canvas.current?.clientWidth ?? 1)) * SEEN;
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      onPointerDown={({ clientX, pointerId, currentTarget }) => {
        currentTarget.setPointerCapture(pointerId);
        drag.current = { x: clientX, time, isMoved: false };
      }}
      onPointerMove={({ clientX }) => {
        const from = drag.current;
        if (!from || (!from.isMoved && Math.abs(clientX - from.x) < DRAG_PX)) return;
        from.isMoved = true;
        onTime(Math.max(0, from.time - secondsOf(clientX - from.x)));
      }}
      onPointerUp={({ clientX, currentTarget }) => {
        const { left } = currentTarget.getBoundingClientRect();
        if (drag.current && !drag.current.isMoved)
          onTime(Math.max(0, time - SEEN / 2 + secondsOf(clientX - left)));
        drag.current = null;
      }}
      onPointerCancel={() => (drag.current = null)}
      className="h-12 touch-pan-y sm:h-18 w-full cursor-pointer rounded-control bg-raised text-ink-soft caret-accent"
    />
  );
}
