import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  numeric?: boolean;
  /** Left out on phones; 'lg': also on tablets. */
  wide?: boolean | 'lg';
  /** A class of its width, where tables below each other should line up. */
  width?: string;
}

/** A dense table for admin work; scrolls sideways within itself where necessary. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  fits = false,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** Its columns fit every width, and its menus may open over its edge. */
  fits?: boolean;
}) {
  const look = (column: Column<Row>): string =>
    classes(
      'px-3 py-2.5 first:ps-4 last:pe-4',
      column.numeric ? 'numbers text-end' : 'text-start',
      column.width,
      column.wide && (column.wide === 'lg' ? 'max-lg:hidden' : 'max-md:hidden'),
    );
  return (
    <div
      {...(!fits && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      className={classes('rounded-card border border-line bg-surface', !fits && 'overflow-x-auto')}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-ink-soft">
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classes(look(column), 'font-semibold')}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="transition-colors hover:bg-raised/60">
              {columns.map((column) => (
                <td key={column.title} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
