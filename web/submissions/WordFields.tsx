import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions.ts';
import type { Category } from '#contract/videos.ts';
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

export function WordFields({
  words,
  onWords,
  disabled,
}: {
  words: Words;
  onWords: (words: Words) => void;
  disabled: boolean;
}) {
  return (
    <>
      <Field
        label="Title"
        required
        maxLength={MAX_TITLE}
        value={words.title}
        disabled={disabled}
        onChange={(event) => onWords({ ...words, title: event.target.value })}
      />
      <Select
        label="Category"
        required
        value={words.category}
        disabled={disabled}
        onChange={(event) => onWords({ ...words, category: event.target.value as Category })}
      >
        {ORDER.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      <TextArea
        label="Description"
        hint="Optional"
        maxLength={MAX_DESCRIPTION}
        value={words.description}
        disabled={disabled}
        onChange={(event) => onWords({ ...words, description: event.target.value })}
      />
    </>
  );
}
