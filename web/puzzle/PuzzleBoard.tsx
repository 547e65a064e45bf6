import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { drawGame, drawPiece, readPalette } from './puzzle.draw.ts';
import { createSwipe } from './puzzle.input.ts';
import type { Kind } from './puzzle.rules.ts';
import type { Runner } from './puzzle.runner.ts';

/** The theme's colours; the canvas reads them from these hidden elements. */
const SAMPLES: [name: string, className: string][] = [
  ['I', 'text-info'],
  ['O', 'text-warn'],
  ['T', 'text-processing'],
  ['S', 'text-ok'],
  ['Z', 'text-bad'],
  ['J', 'text-shipped'],
  ['L', 'text-accent'],
  ['grid', 'text-line'],
  ['flash', 'text-on-scrim'],
];
const samples = SAMPLES.map(([name, className]) => (
  <span key={name} data-colour={name} className={className} />
));

export function PuzzleBoard({ runner, playing }: { runner: Runner; playing: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const board = canvas.current;
    if (!board) return;
    const palette = readPalette(board);
    const still = window.matchMedia('(prefers-reduced-motion: reduce)');
    let request = requestAnimationFrame(function frame(now) {
      runner.frame(now);
      drawGame(board, runner.game(), palette, { playing, flash: still.matches ? 0 : runner.flash() });
      request = requestAnimationFrame(frame);
    });
    return () => cancelAnimationFrame(request);
  }, [runner, playing]);
  useSwipe(canvas, runner);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t`Board, 10 columns by 20 rows`}
      className="block aspect-1/2 h-[min(62dvh,36rem)] max-w-full touch-none rounded-control border border-line bg-stage md:h-[min(78dvh,40rem)] short:md:h-[calc(96dvh-5rem)]"
    >
      {samples}
    </canvas>
  );
}

export function PiecePicture({ label, kind }: { label: string; kind: Kind | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawPiece(canvas.current, kind, readPalette(canvas.current));
  }, [kind]);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-ink-soft">{label}</p>
      <canvas
        ref={canvas}
        role="img"
        aria-label={kind ? `${label}: ${kind}` : t`${label}: none`}
        className="h-8 w-15 rounded-sm bg-stage md:h-12 md:w-22 short:md:h-10 short:md:w-18"
      >
        {samples}
      </canvas>
    </div>
  );
}

function useSwipe(canvas: React.RefObject<HTMLCanvasElement | null>, runner: Runner): void {
  useEffect(() => {
    const board = canvas.current;
    if (!board) return;
    const swipe = createSwipe(runner.act);
    const onDown = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') return;
      board.setPointerCapture(event.pointerId);
      swipe.down(event.clientX, event.clientY);
    };
    const onMove = (event: PointerEvent): void => swipe.move(event.clientX, event.clientY);
    const onUp = (event: PointerEvent): void => swipe.up(event.clientX, event.clientY);
    board.addEventListener('pointerdown', onDown);
    board.addEventListener('pointermove', onMove);
    board.addEventListener('pointerup', onUp);
    board.addEventListener('pointercancel', swipe.cancel);
    return () => {
      board.removeEventListener('pointerdown', onDown);
      board.removeEventListener('pointermove', onMove);
      board.removeEventListener('pointerup', onUp);
      board.removeEventListener('pointercancel', swipe.cancel);
    };
  }, [canvas, runner]);
}
