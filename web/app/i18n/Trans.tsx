import { i18n } from '@lingui/core';
// what takes the language from a context brings more along, and a page keeps its language
import { TransNoContext, type TransProps } from '@lingui/react/server';

/**
 * A text with elements in it. Values are put into it before its tags are read, so what people wrote may look like one
 * (`<b>x</b>`): as an element it is taken as it stands.
 */
export function Trans({ values = {}, ...text }: TransProps) {
  const safe = Object.entries(values).map(([name, value]) => [name, isTagged(value) ? <>{value}</> : value]);
  return <TransNoContext {...text} values={Object.fromEntries(safe)} lingui={{ i18n }} />;
}

const isTagged = (value: unknown): value is string => typeof value === 'string' && value.includes('<');
