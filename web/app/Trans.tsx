import { Trans as Text, type TransProps } from '@lingui/react';

/**
 * A text with elements in it. Values are put into it before its tags are read, so what people wrote may look like one
 * (`<b>x</b>`): as an element it is taken as it stands.
 */
export function Trans({ values = {}, ...text }: TransProps) {
  const safe = Object.entries(values).map(([name, value]) => [name, isTagged(value) ? <>{value}</> : value]);
  return <Text {...text} values={Object.fromEntries(safe)} />;
}

const isTagged = (value: unknown): value is string => typeof value === 'string' && value.includes('<');
