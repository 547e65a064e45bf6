import { sql } from 'kysely';
import { z } from 'zod';
import type { DbOrTrx } from './database.ts';

type Template = Parameters<typeof sql>;

/** Like `sql`, for a statement that only raw SQL can express: each row is parsed. Not for long lists. */
export const sqlRows =
  <Row>(row: z.ZodType<Row>) =>
  (...template: Template) => ({
    async execute(db: DbOrTrx): Promise<Row[]> {
      const { rows } = await sql(...template).execute(db);
      return rows.map((each) => row.parse(each));
    },
  });

/** The same for a single column: its values. */
export const sqlColumn =
  <Value>(value: z.ZodType<Value>) =>
  (...template: Template) => ({
    async execute(db: DbOrTrx): Promise<Value[]> {
      const { rows } = await sql<Record<string, unknown>>(...template).execute(db);
      return rows.flatMap((row) => Object.values(row).map((each) => value.parse(each)));
    },
  });

export const sqlNumbers = sqlColumn(z.number());
export const sqlTexts = sqlColumn(z.string());
export const sqlBooleans = sqlColumn(z.boolean());
