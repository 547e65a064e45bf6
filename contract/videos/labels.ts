import { z } from 'zod';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';
import { rule } from '../text/message.ts';
import { holdsForbidden, lengthOf } from '../text/text.ts';

export const LABELS = ['ai', 'paid', 'sensitive'] as const;
export type Label = (typeof LABELS)[number];

/** AI-generated, paid promotion, sensitive. */
export const Labels = z.object({ ai: z.boolean(), paid: z.boolean(), sensitive: z.boolean() });
export type Labels = z.infer<typeof Labels>;

/** What is done with sensitive videos: blurred until pressed, shown like others, left out of lists. */
export const SENSITIVE_CHOICES = ['BLUR', 'SHOW', 'HIDE'] as const;
export const SensitiveChoice = z.enum(SENSITIVE_CHOICES, 'Unknown choice.');
export type SensitiveChoice = z.infer<typeof SensitiveChoice>;

export const MAX_SUPPORT_LINK = 500;

function isSupportLink(text: string): boolean {
  const url = URL.parse(text);
  const hasUser = url?.username !== '' || url.password !== '';
  return url?.protocol === 'https:' && !hasUser && !/\s/.test(text) && !holdsForbidden(text);
}

/** Where viewers can support a creator; blank counts as null. */
export const SupportLink = z
  .string()
  .trim()
  .refine(
    (text) => lengthOf(text) <= MAX_SUPPORT_LINK,
    rule`Please keep the link under ${MAX_SUPPORT_LINK} characters.`,
  )
  .refine(
    (text) => text === '' || isSupportLink(text),
    'Please enter a link that starts with https:// and has no username or password.',
  )
  .transform((text) => text || null)
  .nullable()
  .register(jsonSchemaFacts, { type: ['string', 'null'], format: 'uri', maxLength: MAX_SUPPORT_LINK });
