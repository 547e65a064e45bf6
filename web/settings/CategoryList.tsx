import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { MAX_CATEGORIES } from '#contract/categories.ts';
import { MAX_CATEGORY } from '#contract/videos.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field, Select } from '#web/ui/controls/Field.tsx';

export interface CategoryDraft {
  /** `was`: its name as it is saved; null: it is new. */
  rows: { id: string; was: string | null; name: string }[];
  /** `to`: the row that takes what is in it; another that is there, once that is gone, too. */
  removed: { name: string; to: string }[];
}

export const namesOf = ({ rows }: CategoryDraft): string[] => rows.map(({ name }) => name);

/** The categories of clips, or of products: to name, to order, to add and to remove. */
export function CategoryList({
  title,
  things,
  field,
  draft,
  errors,
  onChange,
}: {
  title: string;
  things: string;
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
        <div key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto_auto_auto] items-end gap-1">
          <Field
            label={`Category ${at + 1}`}
            value={row.name}
            maxLength={MAX_CATEGORY}
            error={errors[`${field}.${at}`]}
            onChange={({ target }) =>
              onChange({ rows: rows.with(at, { ...row, name: target.value }), removed })
            }
          />
          <IconButton label={`Move up: ${row.name}`} disabled={at === 0} onClick={() => move(at, at - 1)}>
            <ArrowUp />
          </IconButton>
          <IconButton
            label={`Move down: ${row.name}`}
            disabled={at === rows.length - 1}
            onClick={() => move(at, at + 1)}
          >
            <ArrowDown />
          </IconButton>
          <IconButton label={`Remove: ${row.name}`} disabled={rows.length === 1} onClick={() => remove(at)}>
            <X />
          </IconButton>
        </div>
      ))}
      {removed.map(({ name, to }, at) => (
        <Select
          key={name}
          label={`${name} is removed. Its ${things} move to`}
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
            onChange({ rows: [...rows, { id: crypto.randomUUID(), was: null, name: '' }], removed })
          }
        >
          <Plus aria-hidden="true" />
          Add a category
        </Button>
      )}
    </fieldset>
  );
}
