import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is beyond what a JSON number holds exactly`);
  return value;
}

/**
 * How values of the database become values of ours, for every connection: int8 is a number (ids and
 * counters stay far below 2^53), timestamptz a Date, date and numeric a string.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: findParser as typeof pg.types.getTypeParser,
};

function findParser(id: number, format?: 'text' | 'binary'): unknown {
  if (format !== 'binary' && id === INT8) return toSafeInteger;
  if (format !== 'binary' && id === DATE) return String;
  return pg.types.getTypeParser(id, format);
}
