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
          label={isRename ? t`New name` : t`Tag that stays`}
          hint={
            isRename
              ? t`Videos, posts and followers stay. The old name leads here.`
              : t`It gets the videos, posts and followers of #${tag}. This can’t be undone.`
          }
          {...form.field(act)}
        />
      </Form>
    </Dialog>
  );
}
