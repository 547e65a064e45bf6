import { i18n } from '@lingui/core';
import type { CategoryColour } from '#contract/settings/categories.ts';
import { CATEGORY_DOTS } from '#web/ui/lists/category-dots.ts';
import { classes } from '#web/ui/classes.ts';
import { useConfig } from '../config.ts';
import type { SiteConfig } from '../client/initial-data.ts';

type Of = 'videos' | 'products';

/** The colour that the owner gave a category; `quiet`: that of the text beside it, on a ground which is strong itself. */
export function CategoryDot({
  name,
  of = 'videos',
  quiet = false,
}: {
  name: string;
  of?: Of;
  quiet?: boolean | undefined;
}) {
  const { categoryColours, productCategoryColours } = useConfig();
  const colours = of === 'videos' ? categoryColours : productCategoryColours;
  const colour: CategoryColour | undefined = Object.hasOwn(colours, name) ? colours[name] : undefined;
  if (!colour) return null;
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-2 shrink-0 rounded-pill forced-color-adjust-none',
        quiet ? 'bg-current' : CATEGORY_DOTS[colour],
      )}
    />
  );
}

/** What a category is called in the language of the page, and the language of a name that has no translation. */
export function categoryText(name: string, of: Of, config: SiteConfig): { text: string; lang?: string } {
  const names = of === 'videos' ? config.categoryNames : config.productCategoryNames;
  const translated = Object.hasOwn(names, name) ? names[name] : undefined;
  if (translated !== undefined) return { text: translated };
  const { defaultLanguage } = config;
  return defaultLanguage === i18n.locale ? { text: name } : { text: name, lang: defaultLanguage };
}

/** For texts that name one. */
export function useCategoryText(of: Of = 'videos'): (name: string) => string {
  const config = useConfig();
  return (name) => categoryText(name, of, config).text;
}

/** What a select chooses among; its value is the name that the wire knows. */
export function CategoryOptions({ names, of = 'videos' }: { names: readonly string[]; of?: Of }) {
  const config = useConfig();
  return names.map((name) => {
    const { text, lang } = categoryText(name, of, config);
    return (
      <option key={name} value={name} lang={lang}>
        {text}
      </option>
    );
  });
}

/** A category, by its colour and its name. */
export function CategoryName({
  name,
  of = 'videos',
  quiet,
}: {
  name: string;
  of?: Of | undefined;
  quiet?: boolean;
}) {
  const { text, lang } = categoryText(name, of, useConfig());
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <CategoryDot name={name} of={of} quiet={quiet} />
      <span dir="auto" lang={lang} className="truncate">
        {text}
      </span>
    </span>
  );
}
