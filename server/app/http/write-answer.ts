import type { z } from 'zod';
import type { Language } from '#contract/text/languages.ts';
import { Message } from '#contract/text/message.ts';
import { Sentence } from '#contract/values.ts';
import { translate } from '../i18n/translate.ts';

interface Walked {
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
}

function holdsSentence(schema: z.core.$ZodType): boolean {
  const { shape = {}, element, innerType, options = [] } = schema._zod.def as Walked;
  const parts = [...Object.values(shape), element, innerType, ...options];
  // of any shape: the parts of an audit entry
  const isOpen = schema._zod.def.type === 'unknown';
  return isOpen || schema === Sentence || parts.some((part) => part !== undefined && holdsSentence(part));
}

/**
 * Serialises responses of this shape as JSON, with messages in a language, which is looked up only where
 * there may be some.
 */
export function answerWriter(
  schema: z.core.$ZodType | undefined,
): (answer: unknown, languageNow: () => Language) => string {
  if (!schema || !holdsSentence(schema)) return (answer) => JSON.stringify(answer);
  return (answer, languageNow) => toJson(answer, languageNow());
}

export const toJson = (answer: unknown, language: Language): string =>
  JSON.stringify(answer, (_key, value: unknown) =>
    value instanceof Message ? translate(language, value) : value,
  );
