import { expressionBuilder, type Expression, type SqlBool } from 'kysely';

const { fn, val } = expressionBuilder<object>();
const eb = expressionBuilder<object>();

/** Whether a text contains another, ignoring case. The text searched for is no pattern. */
export const containsText = (column: Expression<string | null>, text: string): Expression<SqlBool> =>
  eb(
    fn<number>('strpos', [
      fn<string>('lower', [fn.coalesce(column, val(''))]),
      fn<string>('lower', [val(text)]),
    ]),
    '>',
    0,
  );
