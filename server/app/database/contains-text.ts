import { expressionBuilder, type Expression, type SqlBool } from 'kysely';

const eb = expressionBuilder<object>();
const lower = (text: Expression<string>) => eb.fn<string>('lower', [text]);

/** Whether a text contains another, ignoring case. The text searched for is not a pattern. */
export const containsText = (column: Expression<string | null>, text: string): Expression<SqlBool> =>
  eb(eb.fn<number>('strpos', [lower(eb.fn.coalesce(column, eb.val(''))), lower(eb.val(text))]), '>', 0);
