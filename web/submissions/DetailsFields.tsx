import { t } from '@lingui/core/macro';
import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions/submissions.ts';
import type { Labels } from '#contract/videos/labels.ts';
import { CATEGORIES } from '#contract/videos/videos.ts';
import type { Category } from '#contract/videos/videos.ts';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import type { Release } from '#web/app/forms/release.ts';
import { fieldOf } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { TagField } from '#web/app/forms/TagField.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';

/** The order of the form while the owner has no other. */
const ORDER: Category[] = ['Lifestyle', 'Business', 'Innovation', 'Beauty'];

const orderCategories = (categories: Category[]): Category[] =>
  String(categories) === String(CATEGORIES) ? ORDER : categories;

/** What is chosen at first. */
export const firstCategory = (categories: Category[]): Category => orderCategories(categories)[0] ?? '';

/** The text fields the uploader fills in. */
export interface Texts extends Release {
  title: string;
  category: Category;
  description: string;
  tags: string[];
  locationName: string;
  /** Null: not chosen. */
  labels: Labels | null;
}

export function DetailsFields({
  fields,
  suggestion,
  disabled,
}: {
  fields: Fields<Texts>;
  /** A title derived from the file name, offered while the field is empty. */
  suggestion: string | null;
  disabled: boolean;
}) {
  const { categories } = useConfig();
  return (
    <>
      <Field
        label={t`Title`}
        required
        maxLength={MAX_TITLE}
        {...fieldOf(fields, 'title')}
        disabled={disabled}
      />
      {suggestion && !fields.values.title && (
        <Button
          size="sm"
          className="-mt-3 h-auto min-h-9 max-w-full self-start py-1 text-start whitespace-normal! break-words"
          disabled={disabled}
          onClick={() => fields.set('title', suggestion)}
        >{t`Use “${suggestion}”`}</Button>
      )}
      <Select label={t`Category`} required {...fieldOf(fields, 'category')} disabled={disabled}>
        <CategoryOptions names={orderCategories(categories)} />
      </Select>
      <TextArea
        label={t`Description`}
        hint={t`Optional`}
        maxLength={MAX_DESCRIPTION}
        {...fieldOf(fields, 'description')}
        disabled={disabled}
      />
      <TagField tags={fields.values.tags} onChange={(tags) => fields.set('tags', tags)} disabled={disabled} />
    </>
  );
}
