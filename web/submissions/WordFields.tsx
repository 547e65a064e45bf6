import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions.ts';
import type { Category } from '#contract/videos.ts';
import { fieldOf } from '#web/app/form.ts';
import type { Fields } from '#web/app/form.ts';
import { Field, Select, TextArea } from '#web/ui/Field.tsx';

/** The order of the form; Lifestyle is chosen at first. */
const ORDER: Category[] = ['Lifestyle', 'Business', 'Innovation', 'Beauty'];

/** What the uploader says about the video. */
export interface Words {
  title: string;
  category: Category;
  description: string;
  locationName: string;
}

export function WordFields({ fields, disabled }: { fields: Fields<Words>; disabled: boolean }) {
  return (
    <>
      <Field label="Title" required maxLength={MAX_TITLE} {...fieldOf(fields, 'title')} disabled={disabled} />
      <Select label="Category" required {...fieldOf(fields, 'category')} disabled={disabled}>
        {ORDER.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      <TextArea
        label="Description"
        hint="Optional"
        maxLength={MAX_DESCRIPTION}
        {...fieldOf(fields, 'description')}
        disabled={disabled}
      />
    </>
  );
}
