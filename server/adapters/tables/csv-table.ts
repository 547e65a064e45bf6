import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { holdsForbidden } from '#contract/text/text.ts';
import { readText } from '../captions/encoding.ts';
import { BrokenFile, FILES } from '../untrusted/faults.ts';
import type { Parser } from '../untrusted/parser.ts';

const Row = z.object({
  /** In the file, from 1. */
  line: z.number().int(),
  cells: z.array(z.string()),
});

const Result = z.object({ rows: z.array(Row) });

/** A CSV file with these columns, without its header; its separator is a comma or, as in much of Europe, a semicolon. */
export const csvTable: Parser<{ bytes: Buffer; columns: readonly string[] }, z.infer<typeof Result>> = {
  Result,
  parse({ bytes, columns }) {
    const { text } = readText(bytes);
    if (holdsForbidden(text)) throw new BrokenFile(FILES.NO_TABLE());
    const [first = ''] = text.split(/\r|\n/, 1);
    const [header, ...rows] = readRows(text, first.includes(';') ? ';' : ',');
    if (header?.cells.join().toLowerCase() !== columns.join())
      throw new BrokenFile(FILES.HEADER(columns.join(',')), { line: 1 });
    return { rows: rows.filter(({ cells }) => cells.some(Boolean)) };
  },
};

function readRows(text: string, delimiter: string): z.infer<typeof Row>[] {
  const rows: z.infer<typeof Row>[] = [];
  const onRecord = (cells: string[], { lines }: { lines: number }) => void rows.push({ line: lines, cells });
  try {
    parse(text, { delimiter, onRecord, relax_column_count: true, skip_empty_lines: true, trim: true });
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenFile(FILES.NO_TABLE(), { cause: error });
    throw error;
  }
}
