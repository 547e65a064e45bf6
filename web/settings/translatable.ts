import { t } from '@lingui/core/macro';
import type { CategoriesState } from '#contract/settings/categories.ts';
import type { Translation } from '#contract/settings/translations.ts';
import {
  DOCUMENTS,
  type BrandState,
  type CommunityState,
  type ShopState,
  type TextsState,
} from '#contract/settings/settings.ts';
import { documentTitles } from './document-titles.ts';

/** A text of the owner's, with the key its translation is stored under: `tagline`, `videos.Lifestyle`. */
export interface Original {
  name: string;
  label: string;
  text: string;
  /** Of more than a line. */
  isLong?: boolean;
}

export interface OriginalGroup {
  title: string;
  originals: Original[];
}

interface Sections {
  brand: BrandState;
  texts: TextsState;
  community: CommunityState;
  shop: ShopState;
  categories: CategoriesState;
}

/** Everything to translate: texts that the owner left at their defaults are translated already. */
export function listOriginals({ brand, texts, community, shop, categories }: Sections): OriginalGroup[] {
  const named = (kind: 'videos' | 'products' | 'links', names: string[]): Original[] =>
    [...new Set(names)].map((text) => ({ name: `${kind}.${text}`, label: text, text }));
  const groups = [
    {
      title: t`On every page`,
      originals: written([
        ['tagline', t`Tagline`, brand.tagline],
        ['heroSentence', t`Home page text`, texts.heroSentence, true],
        ['cookieWords', t`Cookie notice`, texts.cookieWords],
        ['signUpQuestion', t`Question for new members`, community.signUpQuestion],
      ]),
    },
    { title: t`Video categories`, originals: named('videos', categories.videos) },
    { title: t`Product categories`, originals: named('products', categories.products) },
    {
      title: t`Footer links`,
      originals: named(
        'links',
        texts.footerLinks.map(({ label }) => label),
      ),
    },
    {
      title: t`Shop`,
      originals: written([
        ['headline', t`Headline`, shop.headline],
        ['heroWords', t`Subheading`, shop.heroWords],
        ['freeShippingWords', t`Free shipping note`, shop.freeShippingWords],
        ['shippingWords', t`Shipping note`, shop.shippingWords],
        ['taxNote', t`Tax note`, shop.taxNote],
        ['returnWords', t`Return policy`, shop.returnWords, true],
        ['confirmedMail', t`Note in the confirmation email`, shop.confirmedMail, true],
        ['shippedMail', t`Note in the shipping email`, shop.shippedMail, true],
        ['withdrawalText', t`Withdrawal instructions`, shop.withdrawalText, true],
      ]),
    },
    {
      title: t`Pages`,
      originals: written(DOCUMENTS.map((name) => [name, documentTitles()[name], texts[name], true])),
    },
  ];
  return groups.filter(({ originals }) => originals.length > 0);
}

type Row = [name: keyof Translation, label: string, text: string | null, isLong?: true];

const written = (rows: Row[]): Original[] =>
  rows.flatMap(([name, label, text, isLong]) =>
    text ? [{ name, label, text, ...(isLong && { isLong }) }] : [],
  );

const NAMES = ['videos', 'products', 'links'] as const;

/** By the name of its original, for the fields of a form. */
export function toFields(language: string, translation: Translation): [string, string][] {
  const { videos, products, links, ...text } = translation;
  const all = Object.entries({ videos, products, links }).flatMap(([kind, names]) =>
    Object.entries(names ?? {}).map(([name, original]) => [`${kind}.${name}`, original] as const),
  );
  return [...Object.entries(text), ...all].map(([name, original]) => [`${language}.${name}`, original ?? '']);
}

/** A language's form values; empty fields have no translation. */
export function fromFields(language: string, values: Record<string, string>): Translation {
  const own = Object.entries(values)
    .filter(([name, original]) => name.startsWith(`${language}.`) && original.trim())
    .map(([name, original]) => [name.slice(language.length + 1), original.trim()] as const);
  const kindOf = (name: string) => NAMES.find((kind) => name.startsWith(`${kind}.`));
  const named = NAMES.map(
    (kind) =>
      [
        kind,
        Object.fromEntries(
          own
            .filter(([name]) => kindOf(name) === kind)
            .map(([name, original]) => [name.slice(kind.length + 1), original]),
        ),
      ] as const,
  );
  return Object.fromEntries([
    ...own.filter(([name]) => !kindOf(name)),
    ...named.filter(([, names]) => Object.keys(names).length > 0),
  ]) as Translation;
}
