import type { CategoryColour } from '#contract/settings/categories.ts';

/** Grounds of the colours that a category may have; each is seen on every other ground of its theme. */
export const CATEGORY_DOTS: Record<CategoryColour, string> = {
  blue: 'bg-category-blue',
  green: 'bg-category-green',
  pink: 'bg-category-pink',
  violet: 'bg-category-violet',
  amber: 'bg-category-amber',
  teal: 'bg-category-teal',
  red: 'bg-category-red',
  indigo: 'bg-category-indigo',
  lime: 'bg-category-lime',
  grey: 'bg-category-grey',
};
