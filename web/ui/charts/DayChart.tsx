import { t } from '@lingui/core/macro';
import { formatter } from '../intl.ts';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDay } from '../days.ts';
import { useScheme } from '../useScheme.ts';

const HEIGHT = 180;
const HALF_DAY_SECONDS = 43_200;

interface Point {
  day: string;
  value: number;
}

interface ChartProps {
  label: string;
  points: Point[];
  /** Short, for the axis. */
  format: (value: number) => string;
  /** Unabbreviated, for the table and a day's tooltip; `format` by default. */
  formatFull?: (value: number) => string;
  bars?: boolean;
}

/** The day under the pointer, or chosen by keys, and where its value is drawn. */
interface HoveredPoint {
  index: number;
  left: number;
  top: number;
  /** Of the first half, with more room after it than before. */
  isEarly: boolean;
}

/**
 * Values per day as a small area chart or as bars; hovering a day, or the arrow keys, show its value. The numbers are
 * also in a table, for screen readers and where the chart can't be drawn.
 */
export function DayChart({ label, points, format, formatFull = format, bars = false }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const [broken, setBroken] = useState(false);
  const [hovered, setHovered] = useState<HoveredPoint | null>(null);
  const scheme = useScheme();
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    let isUnmounted = false;
    let remove: (() => void) | undefined;
    // uPlot throws as soon as it is loaded where the browser's language is none, such as 'C'
    import('uplot')
      .then(({ default: Chart }) => {
        if (isUnmounted) return;
        const drawn = draw(Chart, node, { points, format, bars, onHover: setHovered });
        chart.current = drawn.chart;
        ({ remove } = drawn);
      })
      .catch(() => setBroken(true));
    return () => {
      isUnmounted = true;
      remove?.();
      chart.current = null;
      setHovered(null);
    };
  }, [points, format, bars, scheme]);
  const last = points.length - 1;
  const hover = (index: number): void => {
    const at = points[index];
    if (at) chart.current?.setCursor({ left: chart.current.valToPos(secondsOf(at), 'x'), top: 0 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = hovered?.index ?? last;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    hover(Math.max(0, Math.min(last, next)));
  };
  const describe = ({ day, value }: Point): string => `${formatDay(day, 'UTC')}: ${formatFull(value)}`;
  const now = points[hovered?.index ?? last];
  return (
    <figure aria-label={label}>
      {!broken && (
        <div className="relative">
          <div
            ref={box}
            role="slider"
            tabIndex={0}
            aria-label={t`${label} by day`}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={hovered?.index ?? last}
            aria-valuetext={now && describe(now)}
            onKeyDown={onKeyDown}
            onFocus={(event) => event.target.matches(':focus-visible') && hover(last)}
            onBlur={() => chart.current?.setCursor({ left: -10, top: -10 })}
            className="w-full overflow-hidden rounded-control"
            style={{ minHeight: HEIGHT }}
          />
          {hovered && now && <Tooltip hovered={hovered} text={describe(now)} />}
        </div>
      )}
      {/* a box around it: of a table itself, Firefox would show the caption */}
      <div
        className={broken ? 'overflow-y-auto' : 'sr-only'}
        style={broken ? { maxHeight: HEIGHT } : undefined}
      >
        <table className="numbers w-full text-left text-sm">
          <caption className="text-left text-ink-soft">{label}</caption>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day}>
                <th scope="row" className="font-normal">
                  {day}
                </th>
                <td className="text-right">{formatFull(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Beside the value, on the side where there is room. */
function Tooltip({ hovered, text }: { hovered: HoveredPoint; text: string }) {
  const side = hovered.isEarly ? '12px' : 'calc(-100% - 12px)';
  return (
    <div
      role="tooltip"
      className="numbers pointer-events-none absolute z-10 rounded-control bg-ink px-2.5 py-1.5 text-xs font-semibold whitespace-nowrap text-paper shadow-card"
      style={{ left: hovered.left, top: Math.max(0, hovered.top - 32), transform: `translateX(${side})` }}
    >
      {text}
    </div>
  );
}

const secondsOf = ({ day }: Point): number => Date.parse(day) / 1000;

interface Drawing {
  points: Point[];
  format: (value: number) => string;
  bars: boolean;
  onHover: (hovered: HoveredPoint | null) => void;
}

/** Gives what takes it away again. */
function draw(
  Chart: typeof uPlot,
  node: HTMLElement,
  { points, format, bars, onHover }: Drawing,
): { chart: uPlot; remove: () => void } {
  const style = getComputedStyle(node);
  const [line, soft, grid] = ['--color-accent', '--color-ink-soft', '--color-line'].map((name) =>
    resolved(node, style.getPropertyValue(name)),
  );
  const axis = {
    stroke: soft,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  const chart = new Chart(
    {
      width: node.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, x: !bars, drag: { x: false }, points: { show: !bars } },
      scales: {
        // half a bar on either side
        x: bars ? { range: (_, min, max) => [min - HALF_DAY_SECONDS, max + HALF_DAY_SECONDS] } : {},
        y: { range: (_, _min, max) => [0, Math.max(1, max * 1.1)] },
      },
      axes: [
        { ...axis, size: 28, values: (_, ticks) => ticks.map((at) => dayOf(at)) },
        { ...axis, size: 60, values: (_, ticks) => ticks.map(format) },
      ],
      series: [
        {},
        bars
          ? {
              fill: line,
              paths: Chart.paths.bars?.({ size: [0.7, 40], radius: [0.25, 0] }),
              points: { show: false },
            }
          : { stroke: line, width: 2, fill: soften(line ?? ''), points: { show: false } },
      ],
      hooks: { setCursor: [(drawn) => onHover(locateAddress(drawn))] },
    },
    [points.map(secondsOf), points.map(({ value }) => value)],
    node,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: node.clientWidth, height: HEIGHT }));
  resized.observe(node);
  const remove = (): void => {
    resized.disconnect();
    chart.destroy();
  };
  return { chart, remove };
}

function locateAddress(chart: uPlot): HoveredPoint | null {
  const index = chart.cursor.idx;
  if (index === null || index === undefined) return null;
  const [seconds, value] = [chart.data[0][index], chart.data[1]?.[index]];
  if (seconds === undefined || value === undefined || value === null) return null;
  const { offsetLeft, offsetTop } = chart.over;
  return {
    index,
    left: chart.valToPos(seconds, 'x') + offsetLeft,
    top: chart.valToPos(value, 'y') + offsetTop,
    isEarly: index < chart.data[0].length / 2,
  };
}

/** The colour as the browser computes it: a canvas knows no light-dark(). */
function resolved(node: HTMLElement, colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  node.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return computed;
}

const soften = (colour: string): string => `color-mix(in oklab, ${colour} 15%, transparent)`;

function dayOf(seconds: number): string {
  const form = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return formatter(Intl.DateTimeFormat, form).format(new Date(seconds * 1000));
}
