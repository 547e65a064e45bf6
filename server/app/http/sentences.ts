import type { z } from 'zod';
import type { Language } from '#contract/languages.ts';
import { Sentence } from '#contract/values.ts';
import { translate } from '../i18n/translate.ts';

interface Walked {
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
}

/** The keys of an answer under which the contract has a `Sentence`. */
function sentenceKeys(schema: z.core.$ZodType, key = '', found = new Set<string>()): Set<string> {
  if (schema === Sentence) found.add(key);
  const { shape = {}, element, innerType, options = [] } = schema._zod.def as Walked;
  for (const [name, each] of Object.entries(shape)) sentenceKeys(each, name, found);
  for (const each of [element, innerType, ...options]) if (each) sentenceKeys(each, key, found);
  return found;
}

/** Writes answers of this shape with the server's own sentences, which are kept in English, in a language. */
export function writeInLanguage(
  schema: z.core.$ZodType | undefined,
): (answer: unknown, languageNow: () => Language) => string {
  const keys = schema ? sentenceKeys(schema) : new Set<string>();
  if (keys.size === 0) return (answer) => JSON.stringify(answer);
  return (answer, languageNow) => {
    const language = languageNow();
    const say = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(say);
      return typeof value === 'string' ? translate(language, value) : value;
    };
    return JSON.stringify(answer, (key, value: unknown) => (keys.has(key) ? say(value) : value));
  };
}
