import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { MAX_CATEGORIES } from './categories.ts';
import { Community } from './community.ts';
import { endpoint } from '../endpoint.ts';
import { LANGUAGE_TAGS, type Language } from '../text/languages.ts';
import { Brand, change, SavedSection, MAX_FOOTER_LINKS, ShopSettings, Texts } from './settings.ts';
import { line } from '../values.ts';
import { MAX_CATEGORY } from '../videos/videos.ts';

/** Bytes of one language, as JSON. */
export const MAX_TRANSLATION = 300_000;

const MAX_LABEL = 40;
/** One over the limit suffices for the error; the rest isn't parsed. */
const first = (count: number) => (all: Record<string, string>) =>
  typeof all === 'object' && all !== null && Object.keys(all).length > count
    ? Object.fromEntries(Object.entries(all).slice(0, count + 1))
    : all;
const names = (count: number, max: number) =>
  z
    .preprocess(
      first(count),
      z
        .record(z.string().max(max * 4), line(max, { what: 'name' }))
        .refine((all) => Object.keys(all).length <= count, 'There are more names than this site has.'),
    )
    .optional();

/** What the owner wrote, in another language than the default; what is missing or null is shown in that. */
export const Translation = z
  .object({
    tagline: Brand.shape.tagline.nullable(),
    signUpQuestion: Community.shape.signUpQuestion,
    ...Texts.pick({
      heroSentence: true,
      cookieWords: true,
      about: true,
      privacy: true,
      terms: true,
      imprint: true,
    }).shape,
    ...ShopSettings.pick({
      headline: true,
      heroWords: true,
      freeShippingWords: true,
      shippingWords: true,
      taxNote: true,
      returnWords: true,
      confirmedMail: true,
      shippedMail: true,
      withdrawalText: true,
    }).shape,
  })
  .partial()
  .extend({
    /** Keyed by the name on the wire: of video categories, product categories, and footer links. */
    videos: names(MAX_CATEGORIES, MAX_CATEGORY),
    products: names(MAX_CATEGORIES, MAX_CATEGORY),
    links: names(MAX_FOOTER_LINKS, MAX_LABEL),
  })
  .refine(
    (text) => new TextEncoder().encode(JSON.stringify(text)).length <= MAX_TRANSLATION,
    rule`Each language's texts can take up to ${MAX_TRANSLATION} bytes.`,
  );
export type Translation = z.output<typeof Translation>;

/** What kind of object a name belongs to. */
export type NameKind = 'videos' | 'products' | 'links';
export type OwnerField = Exclude<keyof Translation, NameKind>;

/** By language; a change replaces the whole of one. */
export const Translations = z.object(
  Object.fromEntries(LANGUAGE_TAGS.map((language) => [language, Translation])) as Record<
    Language,
    typeof Translation
  >,
);
export type Translations = z.output<typeof Translations>;

export const TranslationsState = Translations.extend(SavedSection.shape);
export type TranslationsState = z.infer<typeof TranslationsState>;

export const translations = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings/translations',
    access: 'admin',
    response: TranslationsState,
    summary: "The owner's texts in the other languages",
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/translations',
    access: 'admin',
    body: change(Translations),
    response: TranslationsState,
    errorStatuses: [409, 422],
    summary:
      "Replace all the owner's texts in a language. 422 if a page has placeholders left. Categories go by their names in the API",
  }),
};
