import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { CATEGORY_COLOURS, MAX_CATEGORIES, type CategoryColour } from '#contract/settings/categories.ts';
import { MAX_CATEGORY } from '#contract/videos/videos.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field, Select } from '#web/ui/controls/Field.tsx';
import { CATEGORY_DOTS } from '#web/ui/lists/category-dots.ts';

export interface CategoryDraft {
  /** `was`: its name as it is saved; null: it is new. */
  rows: { id: string; was: string | null; name: string; colour: CategoryColour }[];
  /** `to`: the category that takes over its items; another existing one if that is removed as well. */
  removed: { name: string; to: string }[];
}

export const namesOf = ({ rows }: CategoryDraft): string[] => rows.map(({ name }) => name);

/** One that no other category of the list has, as long as there is one. */
function nextColour(rows: CategoryDraft['rows']): CategoryColour {
  const taken = new Set(rows.map(({ colour }) => colour));
  return CATEGORY_COLOURS.find((colour) => !taken.has(colour)) ?? colourAt(rows.length);
}

/** What a category has that the owner gave none. */
export const colourAt = (at: number): CategoryColour =>
  CATEGORY_COLOURS[at % CATEGORY_COLOURS.length] ?? 'grey';

/** The categories of videos, or of products: to name, to colour, to order, to add and to remove. */
export function CategoryList({
  title,
  itemName,
  field,
  draft,
  errors,
  onChange,
}: {
  title: string;
  itemName: string;
  field: string;
  draft: CategoryDraft;
  errors: Record<string, string | undefined>;
  onChange: (draft: CategoryDraft) => void;
}) {
  const { rows, removed } = draft;
  const remove = (at: number): void => {
    const { was, id } = rows[at] ?? {};
    const to = rows.find((row) => row.id !== id)?.id ?? '';
    onChange({
      rows: rows.filter((_, index) => index !== at),
      removed: was ? [...removed, { name: was, to }] : removed,
    });
  };
  const move = (at: number, to: number): void =>
    onChange({ rows: rows.with(at, rows[to] ?? rows[at]!).with(to, rows[at]!), removed });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      {rows.map((row, at) => (
        <div key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto_auto_auto_auto] items-end gap-1">
          <Field
            label={t`Category ${at + 1}`}
            value={row.name}
            maxLength={MAX_CATEGORY}
            error={errors[`${field}.${at}`]}
            onChange={({ target }) =>
              onChange({ rows: rows.with(at, { ...row, name: target.value }), removed })
            }
          />
          <ColourSelect
            of={row.name}
            colour={row.colour}
            onChange={(colour) => onChange({ rows: rows.with(at, { ...row, colour }), removed })}
          />
          <IconButton label={t`Move up: ${row.name}`} disabled={at === 0} onClick={() => move(at, at - 1)}>
            <ArrowUp />
          </IconButton>
          <IconButton
            label={t`Move down: ${row.name}`}
            disabled={at === rows.length - 1}
            onClick={() => move(at, at + 1)}
          >
            <ArrowDown />
          </IconButton>
          <IconButton label={t`Remove: ${row.name}`} disabled={rows.length === 1} onClick={() => remove(at)}>
            <X />
          </IconButton>
        </div>
      ))}
      {removed.map(({ name, to }, at) => (
        <Select
          key={name}
          label={t`${name} will be removed. Move its ${itemName} to`}
          value={rows.some(({ id }) => id === to) ? to : rows[0]?.id}
          onChange={({ target }) => onChange({ rows, removed: removed.with(at, { name, to: target.value }) })}
        >
          {rows.map((row) => (
            <option key={row.id} value={row.id}>
              {row.name}
            </option>
          ))}
        </Select>
      ))}
      {errors[field] && (
        <p role="alert" className="text-sm text-bad">
          {errors[field]}
        </p>
      )}
      {rows.length < MAX_CATEGORIES && (
        <Button
          size="sm"
          className="self-start"
          onClick={() =>
            onChange({
              rows: [...rows, { id: crypto.randomUUID(), was: null, name: '', colour: nextColour(rows) }],
              removed,
            })
          }
        >
          <Plus aria-hidden="true" />
          {t`Add a category`}
        </Button>
      )}
    </fieldset>
  );
}

/** As small as a button: the colour itself, chosen from the system's own list. */
function ColourSelect({
  of,
  colour,
  onChange,
}: {
  of: string;
  colour: CategoryColour;
  onChange: (colour: CategoryColour) => void;
}) {
  return (
    <span className="relative grid size-11 place-items-center rounded-control border border-line bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text hover:border-edge">
      <span
        aria-hidden="true"
        className={`size-5 rounded-pill forced-color-adjust-none ${CATEGORY_DOTS[colour]}`}
      />
      <select
        aria-label={t`Colour: ${of}`}
        value={colour}
        onChange={({ target }) => onChange(target.value as CategoryColour)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {CATEGORY_COLOURS.map((name) => (
          <option key={name} value={name}>
            {colourNames()[name]}
          </option>
        ))}
      </select>
    </span>
  );
}

const colourNames = (): Record<CategoryColour, string> => ({
  blue: t`Blue`,
  green: t`Green`,
  pink: t`Pink`,
  violet: t`Violet`,
  amber: t`Amber`,
  teal: t`Teal`,
  red: t`Red`,
  indigo: t`Indigo`,
  lime: t`Lime`,
  grey: t`Grey`,
});
