import { writeCursor } from './cursor.ts';

/** One page of a list, and where the next one begins. A route returns it as it is: items in the body, the rest in a header. */
export class Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;

  constructor(items: T[], nextCursor: string | null = null) {
    this.items = items;
    this.nextCursor = nextCursor;
  }

  map<U>(change: (item: T) => U): Page<U> {
    return new Page(this.items.map(change), this.nextCursor);
  }

  /** The same place in the list, with these items. */
  replace<U>(items: U[]): Page<U> {
    return new Page(items, this.nextCursor);
  }
}

/** JSON that was written before. A route returns it as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** For rows fetched with `limit(size + 1)`: the extra row only means there is a next page. */
export function pageOf<Row>(
  rows: Row[],
  size: number,
  cursorOf: (row: Row) => (string | number)[],
): Page<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return new Page(items, rows.length > size && last ? writeCursor(...cursorOf(last)) : null);
}

/** The items of a page; the header has the cursor of the next one. */
export function takeItems<T>(
  { items, nextCursor }: Page<T>,
  reply: { header(name: string, value: string): unknown },
): T[] {
  if (nextCursor) reply.header('x-next-cursor', nextCursor);
  return items;
}
