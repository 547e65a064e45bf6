import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useScheme } from './useScheme.ts';

const HEIGHT = 180;

interface Point {
  day: string;
  value: number;
}

interface ChartProps {
  label: string;
  points: Point[];
  format: (value: number) => string;
}

/** Values per day as a small area chart; the numbers are also there as a table, for screen readers and where it can't be drawn. */
export function LineChart({ label, points, format }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [broken, setBroken] = useState(false);
  const scheme = useScheme();
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    let gone = false;
    let remove: (() => void) | undefined;
    // uPlot throws as soon as it is loaded where the browser's language is none, such as 'C'
    import('uplot')
      .then(({ default: Chart }) => {
        if (!gone) remove = draw(Chart, node, points, format);
      })
      .catch(() => setBroken(true));
    return () => {
      gone = true;
      remove?.();
    };
  }, [points, format, scheme]);
  return (
    <figure aria-label={label}>
      {!broken && (
        <div ref={box} aria-hidden="true" className="w-full overflow-hidden" style={{ minHeight: HEIGHT }} />
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
                <td className="text-right">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Gives what takes it away again. */
function draw(
  Chart: typeof uPlot,
  node: HTMLElement,
  points: Point[],
  format: ChartProps['format'],
): () => void {
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
      cursor: { y: false },
      scales: { y: { range: (_, _min, max) => [0, Math.max(1, max * 1.1)] } },
      axes: [
        { ...axis, size: 28, values: (_, ticks) => ticks.map((at) => dayOf(at)) },
        { ...axis, size: 60, values: (_, ticks) => ticks.map(format) },
      ],
      series: [{}, { stroke: line, width: 2, fill: soften(line ?? ''), points: { show: false } }],
    },
    [points.map(({ day }) => Date.parse(day) / 1000), points.map(({ value }) => value)],
    node,
  );
  const resized = new ResizeObserver(() => chart.setSize({ width: node.clientWidth, height: HEIGHT }));
  resized.observe(node);
  return () => {
    resized.disconnect();
    chart.destroy();
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
  return new Date(seconds * 1000).toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
