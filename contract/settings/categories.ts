import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { change, SavedSection } from './settings.ts';
import { line } from '../values.ts';
import { Category, MAX_CATEGORY } from '../videos/videos.ts';

export const MAX_CATEGORIES = 30;
const areDistinct = (names: string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length;
const categoryName = line(MAX_CATEGORY, { what: 'name' }).refine(
  (name) => name.toLowerCase() !== 'all',
  '“All” is reserved. Please choose another name.',
);
const categoryList = z
  .array(categoryName)
  .min(1, 'Please keep at least one category.')
  .max(MAX_CATEGORIES, rule`Please add no more than ${MAX_CATEGORIES} categories.`)
  .refine(areDistinct, 'Two categories have the same name.');
/** In the order in which new categories take them; the pages have each for both themes (web/ui/theme/tokens.css). */
export const CATEGORY_COLOURS = [
  'blue',
  'green',
  'pink',
  'violet',
  'amber',
  'teal',
  'red',
  'indigo',
  'lime',
  'grey',
] as const;
export const CategoryColour = z.enum(CATEGORY_COLOURS, 'Unknown colour.');
export type CategoryColour = z.infer<typeof CategoryColour>;

/** Which categories a list names. */
const CategoryKind = z.enum(['videos', 'products'], 'of must be videos or products.');

/** The names of the categories, in their order. */
export const Categories = z.object({
  videos: categoryList,
  products: categoryList,
  /** Those that the owner chose; a category that isn't named has the colour of its place. */
  colours: z
    .array(z.object({ of: CategoryKind, name: categoryName, colour: CategoryColour }))
    .max(2 * MAX_CATEGORIES),
});
export type Categories = z.output<typeof Categories>;

/** Where what is in a category goes that leaves the list: it was renamed or removed. */
export const CategoryMove = z.object({
  of: CategoryKind,
  from: Category,
  to: categoryName,
});
export type CategoryMove = z.output<typeof CategoryMove>;

export const CategoriesState = Categories.extend(SavedSection.shape);
export type CategoriesState = z.infer<typeof CategoriesState>;

export const categories = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings/categories',
    access: 'admin',
    response: CategoriesState,
    summary: 'The categories of videos and products in their order, with colours',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/categories',
    access: 'admin',
    body: change(Categories).extend({
      moves: z
        .array(CategoryMove)
        .max(2 * MAX_CATEGORIES)
        .default([]),
    }),
    response: CategoriesState,
    errorStatuses: [409, 422],
    summary:
      'Update the categories. `moves` names where the videos and products of a removed or renamed category go; 422 if it has some and no move is given',
  }),
};
