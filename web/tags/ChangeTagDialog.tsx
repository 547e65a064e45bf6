import { t } from '@lingui/core/macro';
import type { TagChange } from '#contract/tags/tags.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useChangeTag } from './tags.queries.ts';

export interface TagDialog {
  tag: string;
  act: 'renameTo' | 'mergeInto';
}

/** Asks for a tag's new name, or for the tag that takes what it has. */
export function ChangeTagDialog({ tag, act, onClose }: TagDialog & { onClose: () => void }) {
  const fields = useFields({ [act]: act === 'renameTo' ? tag : '' } as Record<TagDialog['act'], string>);
  const form = useForm<Record<TagDialog['act'], string>, TagChange, unknown>(fields, useChangeTag(tag), {
    ready: (values) => values[act].trim() !== '' && values[act] !== tag,
    toInput: (values) => ({ [act]: values[act] }),
    done: t`Saved`,
    onSent: onClose,
  });
  const isRename = act === 'renameTo';
  return (
    <Dialog title={isRename ? t`Rename #${tag}` : t`Merge #${tag} into another`} onClose={onClose}>
      <Form form={form} button={isRename ? t`Rename` : t`Merge`} problem={undefined} onCancel={onClose}>
        <Field
          label={isRename ? t`New name` : t`Merge into`}
          hint={
            isRename
              ? t`Videos, posts and followers stay the same, and the old name redirects here.`
              : t`The videos, posts and followers of #${tag} move to that tag. This can’t be undone.`
          }
          {...form.field(act)}
        />
      </Form>
    </Dialog>
  );
}
