import type { CategoryColour } from '#contract/categories.ts';
import { CATEGORY_DOTS } from '#web/ui/lists/category-dots.ts';
import { classes } from '#web/ui/classes.ts';
import { useConfig } from './config.ts';

type Of = 'videos' | 'products';

/** The colour that the owner gave a category; `quiet`: that of the words beside it, on a ground which is strong itself. */
export function CategoryDot({
  name,
  of = 'videos',
  quiet = false,
}: {
  name: string;
  of?: Of;
  quiet?: boolean;
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

/** A category, by its colour and its name. */
export function CategoryName({ name, of }: { name: string; of?: Of }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <CategoryDot name={name} of={of} />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  );
}
