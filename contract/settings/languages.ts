import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { LANGUAGE_TAGS, type Language } from '../text/languages.ts';
import { change, SavedSection } from './settings.ts';

export const LanguageTag = z.enum(LANGUAGE_TAGS as [Language, ...Language[]], 'Unknown language.');

export const Languages = z.object({
  /** Among which visitors choose, and whose browsers' wishes are followed. */
  languages: z
    .array(LanguageTag)
    .min(1, 'Please offer at least one language.')
    .max(LANGUAGE_TAGS.length, 'Add each language only once.')
    .refine((given) => new Set(given).size === given.length, 'Add each language only once.'),
  /** For who wishes none of them, and for search engines. */
  defaultLanguage: LanguageTag,
});
export type Languages = z.output<typeof Languages>;

export const LanguagesState = Languages.extend(SavedSection.shape);
export type LanguagesState = z.infer<typeof LanguagesState>;

export const languages = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings/languages',
    access: 'admin',
    response: LanguagesState,
    summary: 'The languages offered and the default',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/languages',
    access: 'admin',
    body: change(Languages),
    response: LanguagesState,
    errorStatuses: [409, 422],
    summary: "Update the languages. 422 if the default isn't offered",
  }),
};
