import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what a JSON number holds exactly`);
  return value;
}

/**
 * How values of the database become values of ours, for every connection: int8 is a number (ids and
 * counters stay far below 2^53), timestamptz a Date, date and numeric a string.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    format !== 'binary' && id === INT8 ? toSafeInteger : format !== 'binary' && id === DATE ? String : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
};
