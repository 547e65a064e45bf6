import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { Log } from '#server/app/observe/log.ts';
import { toCsvCell } from './csv.ts';
import type { Page } from './page.ts';

export type CsvColumns<Row> = [title: string, value: (row: Row) => string | number | null][];

const line = (cells: (string | number | null)[]) => `${cells.map(toCsvCell).join(',')}\r\n`;

async function* linesOf<Row>(
  columns: CsvColumns<Row>,
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<string> {
  yield `\uFEFF${line(columns.map(([title]) => title))}`;
  for (let cursor: string | undefined; ;) {
    const page = await readPage(cursor);
    yield page.items.map((row) => line(columns.map(([, value]) => value(row)))).join('');
    if (!page.nextCursor) return;
    cursor = page.nextCursor;
  }
}

interface Csv<Row> {
  fileName: string;
  columns: CsvColumns<Row>;
  readPage: (cursor: string | undefined) => Promise<Page<Row>>;
}

/** Writes page by page, as fast as it is read: memory stays flat whatever the number of rows. */
export async function writeCsv<Row>(
  { fileName, columns, readPage }: Csv<Row>,
  out: ServerResponse,
  log: Log,
): Promise<void> {
  try {
    await pipeline(Readable.from(linesOf(columns, readPage)), out);
  } catch (error) {
    // the status line is sent: only a broken connection shows that the file is incomplete
    log.error('A CSV export broke off.', { fileName, error });
  }
}

/** Answers with a CSV file. */
export async function sendCsv<Row>(
  { ctx: { log }, reply }: { ctx: { log: Log }; reply: FastifyReply },
  csv: Csv<Row>,
): Promise<void> {
  reply.hijack();
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${csv.fileName}"`,
    'cache-control': 'no-store',
  });
  await writeCsv(csv, reply.raw, log);
}
