import { COLUMNS, KINDS, ROWS, cellsOf, landing, spawn } from './puzzle.rules.ts';
import type { Game, Kind } from './puzzle.rules.ts';

export type Palette = Record<Kind | 'grid' | 'flash', string>;

/** The theme's colours for the canvas, from its hidden children. */
export function readPalette(canvas: HTMLCanvasElement): Palette {
  const entries = [...KINDS, 'grid', 'flash'].map((name) => {
    const sample = canvas.querySelector(`[data-colour="${name}"]`);
    return [name, sample ? getComputedStyle(sample).color : 'gray'];
  });
  return Object.fromEntries(entries) as Palette;
}

/** Sizes the canvas to device pixels, and scales its context to cells. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  columns: number,
  rows: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  context?.setTransform(width / columns, 0, 0, height / rows, 0, 0);
  context?.clearRect(0, 0, columns, rows);
  return context;
}

function drawCell(context: CanvasRenderingContext2D, x: number, y: number, colour: string, alpha = 1): void {
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x + 0.04, y + 0.04, 0.92, 0.92, 0.16);
  context.fill();
  context.globalAlpha = 1;
}

export function drawGame(
  canvas: HTMLCanvasElement,
  game: Game,
  palette: Palette,
  { playing, flash }: { playing: boolean; flash: number },
): void {
  const context = fitCanvas(canvas, COLUMNS, ROWS);
  if (!context) return;
  drawGrid(context, palette.grid);
  game.board.forEach((row, y) =>
    row.forEach((kind, x) => {
      if (kind) drawCell(context, x, y, palette[kind]);
    }),
  );
  if (playing) {
    for (const [x, y] of cellsOf(landing(game))) drawCell(context, x, y, palette[game.piece.kind], 0.25);
    for (const [x, y] of cellsOf(game.piece)) drawCell(context, x, y, palette[game.piece.kind]);
  }
  if (flash > 0) {
    context.globalAlpha = flash * 0.7;
    context.fillStyle = palette.flash;
    for (const y of game.cleared) context.fillRect(0, y, COLUMNS, 1);
    context.globalAlpha = 1;
  }
}

function drawGrid(context: CanvasRenderingContext2D, colour: string): void {
  context.fillStyle = colour;
  context.globalAlpha = 0.35;
  for (let x = 1; x < COLUMNS; x += 1) context.fillRect(x - 0.015, 0, 0.03, ROWS);
  for (let y = 1; y < ROWS; y += 1) context.fillRect(0, y - 0.015, COLUMNS, 0.03);
  context.globalAlpha = 1;
}

/** One piece in the middle of a small picture, four cells wide and two high. */
export function drawPiece(canvas: HTMLCanvasElement, kind: Kind | null, palette: Palette): void {
  const context = fitCanvas(canvas, 4.4, 2.4);
  if (!context || !kind) return;
  const cells = cellsOf(spawn(kind));
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  const width = Math.max(...cells.map(([x]) => x)) - left + 1;
  const height = Math.max(...cells.map(([, y]) => y)) - top + 1;
  for (const [x, y] of cells)
    drawCell(context, x - left + (4.4 - width) / 2, y - top + (2.4 - height) / 2, palette[kind]);
}
