import { t } from '@lingui/core/macro';
import type { CategoriesState, CategoryMove } from '#contract/settings/categories.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { CategoryList, colourAt, namesOf, type CategoryDraft } from './CategoryList.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** The categories that videos and products are in, and their order. */
export function CategoriesSettings() {
  return <Section section="categories">{(state) => <CategoriesForm state={state} />}</Section>;
}

type Kind = CategoryMove['of'];

function draftOf(of: Kind, state: CategoriesState): CategoryDraft {
  const chosen = new Map(
    state.colours.filter((one) => one.of === of).map(({ name, colour }) => [name, colour]),
  );
  const rows = state[of].map((name, at) => ({
    id: name,
    was: name,
    name,
    colour: chosen.get(name) ?? colourAt(at),
  }));
  return { rows, removed: [] };
}

const coloursOf = (of: Kind, { rows }: CategoryDraft): CategoriesState['colours'] =>
  rows.map(({ name, colour }) => ({ of, name, colour }));

/** What leaves the list, renamed or removed, and where what is in it goes. */
function movesOf(of: Kind, { rows, removed }: CategoryDraft): CategoryMove[] {
  const names = new Set(rows.map(({ name }) => name.trim()));
  const renamed = rows.flatMap(({ was, name }) => (was === null ? [] : [{ of, from: was, to: name.trim() }]));
  const removedCategories = removed.map(({ name, to }) => ({ of, from: name, to: nameOf(rows, to) }));
  return [...renamed, ...removedCategories].filter(({ from, to }) => to !== '' && !names.has(from));
}

const nameOf = (rows: CategoryDraft['rows'], wanted: string): string =>
  (rows.find(({ id }) => id === wanted) ?? rows[0])?.name.trim() ?? '';

function CategoriesForm({ state }: { state: CategoriesState }) {
  const { values, set, form } = useSectionForm(
    'categories',
    state,
    { videos: draftOf('videos', state), products: draftOf('products', state) },
    ({ videos, products }) => ({
      videos: namesOf(videos),
      products: namesOf(products),
      colours: [...coloursOf('videos', videos), ...coloursOf('products', products)],
      moves: [...movesOf('videos', videos), ...movesOf('products', products)],
    }),
  );
  return (
    <Card className="max-w-2xl">
      <FormFrame section="categories" form={form}>
        <p className="text-ink-soft">
          {t`Visitors see them in this order, with a colour next to each name. Renaming a category keeps everything in it.`}
        </p>
        <CategoryList
          title={t`Videos`}
          itemName="clips"
          field="videos"
          draft={values.videos}
          errors={form.errors}
          onChange={(draft) => set('videos', draft)}
        />
        <CategoryList
          title={t`Products`}
          itemName="products"
          field="products"
          draft={values.products}
          errors={form.errors}
          onChange={(draft) => set('products', draft)}
        />
      </FormFrame>
    </Card>
  );
}
