import type { ReactNode } from 'react';
import { MentionArea } from '../forms/MentionArea.tsx';
import { useDraft } from '../forms/draft.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/form.ts';
import type { Fields, Sender } from '../forms/form.ts';
import type { MentionSource } from '../forms/mentions.ts';

interface EditorProps<Input, Output> {
  /** Of the field, as the API calls it. */
  name: 'text' | 'content';
  draft: string;
  /** The current text; absent: a new reply. */
  start?: string;
  sending: Sender<Input, Output>;
  toInput: (text: string) => Input;
  source: MentionSource;
  label: string;
  rows?: number;
  maxLength: number;
  button: ReactNode;
  className: string;
  onSent: (output: Output) => void;
  onCancel: () => void;
}

/** Writes a reply in a thread, or edits an entry. */
export function Editor<Input, Output>({
  name,
  draft: draftKey,
  start,
  sending,
  toInput,
  button,
  className,
  onSent,
  onCancel,
  ...area
}: EditorProps<Input, Output>) {
  const draft = useDraft(draftKey, start);
  const fields: Fields<Record<string, string>> = {
    values: { [name]: draft.text },
    set: (_, value) => draft.set(value),
  };
  const form = useForm(fields, sending, {
    toInput: () => toInput(draft.text),
    ready: () => draft.text.trim() !== '',
    // also after the page was left: saved text is no longer a draft
    onSent: (output) => {
      draft.set('');
      onSent(output);
    },
  });
  const cancel = (): void => {
    if (start !== undefined) draft.set('');
    onCancel();
  };
  return (
    <Form form={form} button={button} size="sm" className={className} problem={false} onCancel={cancel}>
      <MentionArea {...area} {...form.field(name)} error={form.errors[name] ?? form.problem?.message} />
    </Form>
  );
}
