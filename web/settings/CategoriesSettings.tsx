import type { CategoriesState, CategoryMove } from '#contract/categories.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { CategoryList, namesOf, type CategoryDraft } from './CategoryList.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** The categories that clips and products are in, and their order. */
export function CategoriesSettings() {
  return <Section section="categories">{(state) => <CategoriesForm state={state} />}</Section>;
}

const draftOf = (names: string[]): CategoryDraft => ({
  rows: names.map((name) => ({ id: name, was: name, name })),
  removed: [],
});

/** What leaves the list, renamed or removed, and where what is in it goes. */
function movesOf(of: CategoryMove['of'], { rows, removed }: CategoryDraft): CategoryMove[] {
  const names = new Set(rows.map(({ name }) => name.trim()));
  const renamed = rows.flatMap(({ was, name }) => (was === null ? [] : [{ of, from: was, to: name.trim() }]));
  const gone = removed.map(({ name, to }) => ({ of, from: name, to: nameOf(rows, to) }));
  return [...renamed, ...gone].filter(({ from, to }) => to !== '' && !names.has(from));
}

const nameOf = (rows: CategoryDraft['rows'], wanted: string): string =>
  (rows.find(({ id }) => id === wanted) ?? rows[0])?.name.trim() ?? '';

function CategoriesForm({ state }: { state: CategoriesState }) {
  const { values, set, form } = useSectionForm(
    'categories',
    state,
    { videos: draftOf(state.videos), products: draftOf(state.products) },
    ({ videos, products }) => ({
      videos: namesOf(videos),
      products: namesOf(products),
      moves: [...movesOf('videos', videos), ...movesOf('products', products)],
    }),
  );
  return (
    <Card title="Categories" className="max-w-2xl">
      <FormFrame section="categories" form={form}>
        <p className="text-ink-soft">
          In the order that visitors see. What is in a category follows it to its new name.
        </p>
        <CategoryList
          title="Clips"
          things="clips"
          field="videos"
          draft={values.videos}
          errors={form.errors}
          onChange={(draft) => set('videos', draft)}
        />
        <CategoryList
          title="Products"
          things="products"
          field="products"
          draft={values.products}
          errors={form.errors}
          onChange={(draft) => set('products', draft)}
        />
      </FormFrame>
    </Card>
  );
}
