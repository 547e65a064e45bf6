import { t } from '@lingui/core/macro';
import { MAX_REASON } from '#contract/values.ts';
import { useDraft } from '#web/app/forms/draft.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useForm } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { TextArea } from '#web/ui/controls/Field.tsx';
import { useReport } from './moderation.queries.ts';
import type { Subject } from './moderation.queries.ts';

interface ReportDialogProps {
  /** The word for it in a sentence: post, comment, video. */
  what: string;
  subject: Subject;
  onClose: () => void;
}

export function ReportDialog({ what, subject, onClose }: ReportDialogProps) {
  const draft = useDraft(`report ${subject.subjectType} ${subject.subjectId}`);
  const fields: Fields<{ reason: string }> = {
    values: { reason: draft.text },
    set: (_, value) => draft.set(value),
  };
  const form = useForm(fields, useReport(), {
    ready: ({ reason }) => reason.trim() !== '',
    toInput: ({ reason }) => ({ ...subject, reason }),
    done: ({ message }) => message,
    onSent: () => {
      draft.set('');
      onClose();
    },
  });
  return (
    <Dialog title={t`Report this ${what}`} onClose={onClose}>
      <Form form={form} button={t`Send report`} problem={false} onCancel={onClose}>
        <TextArea
          label={t`Reason`}
          {...form.field('reason')}
          maxLength={MAX_REASON}
          hint={t`What's wrong with it? Only the site's moderators see this.`}
          error={form.errors['reason'] ?? form.problem?.message}
        />
      </Form>
    </Dialog>
  );
}
