import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useScheme } from './useScheme.ts';

const HEIGHT = 180;

/** Values per day as a small area chart; the numbers are also there as a table for screen readers. */
export function LineChart({
  label,
  points,
  format,
}: {
  label: string;
  points: { day: string; value: number }[];
  format: (value: number) => string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
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
    const chart = new uPlot(
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
  }, [points, format, scheme]);
  return (
    <figure aria-label={label}>
      <div ref={box} aria-hidden="true" className="w-full overflow-hidden" style={{ minHeight: HEIGHT }} />
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {points.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
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
