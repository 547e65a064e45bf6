import pg from 'pg';

const INT8 = 20;

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what a JSON number holds exactly`);
  return value;
}

/**
 * How values of the database become values of ours, for every connection: int8 is a number (ids and
 * counters stay far below 2^53), timestamptz a Date, numeric a string.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === INT8 && format !== 'binary' ? toSafeInteger : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
};
