import { i18n } from '@lingui/core';
// the context-based one adds code, and a page's language never changes
import { TransNoContext, type TransProps } from '@lingui/react/server';

/**
 * A text with elements in it. Values are inserted before tags are parsed, so user-written text may look like a tag
 * (`<b>x</b>`): such elements are shown literally.
 */
export function Trans({ values = {}, ...text }: TransProps) {
  const safe = Object.entries(values).map(([name, value]) => [name, isTagged(value) ? <>{value}</> : value]);
  return <TransNoContext {...text} values={Object.fromEntries(safe)} lingui={{ i18n }} />;
}

const isTagged = (value: unknown): value is string => typeof value === 'string' && value.includes('<');
