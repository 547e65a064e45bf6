import { t } from '@lingui/core/macro';
import { MAX_CONTACT_NAME, type ReportCategory } from '#contract/moderation/moderation.ts';
import { MAX_REASON } from '#contract/values.ts';
import { useDraft } from '#web/app/forms/draft.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { useReport } from './moderation.queries.ts';
import type { Subject } from './moderation.queries.ts';

interface ReportDialogProps {
  /** The word for it in a sentence: post, comment, video. */
  what: string;
  subject: Subject;
  onClose: () => void;
}

interface Values {
  category: ReportCategory;
  reason: string;
  /** Who claims a copyright. */
  name: string;
  email: string;
}

export function ReportDialog({ what, subject, onClose }: ReportDialogProps) {
  const draft = useDraft(`report ${subject.subjectType} ${subject.subjectId}`);
  const own = useFields<Values>({ category: 'OTHER', reason: draft.text, name: '', email: '' });
  const fields: Fields<Values> = {
    values: { ...own.values, reason: draft.text },
    set: (name, value) => {
      own.set(name, value);
      if (name === 'reason') draft.set(value);
    },
  };
  const isClaim = own.values.category === 'COPYRIGHT';
  const form = useForm(fields, useReport(), {
    ready: ({ reason }) => reason.trim() !== '',
    toInput: ({ reason, category, name, email }) => ({
      ...subject,
      reason,
      category,
      ...(category === 'COPYRIGHT' && { contact: { name, email } }),
    }),
    done: ({ message }) => message,
    onSent: () => {
      draft.set('');
      onClose();
    },
  });
  return (
    <Dialog title={t`Report this ${what}`} onClose={onClose}>
      <Form form={form} button={t`Send report`} problem={false} onCancel={onClose}>
        <Select label={t`What is it about?`} {...form.field('category')}>
          <option value="OTHER">{t`It breaks the rules`}</option>
          <option value="COPYRIGHT">{t`Copyright`}</option>
        </Select>
        <TextArea
          label={t`Reason`}
          {...form.field('reason')}
          maxLength={MAX_REASON}
          hint={
            isClaim
              ? t`Which work is yours, and where can it be seen? If the video is taken down, its uploader may read this.`
              : t`What's wrong with it? Only the site's moderators see this.`
          }
          error={form.errors['reason'] ?? (isClaim ? undefined : form.problem?.message)}
        />
        {isClaim && (
          <>
            <Field
              label={t`Your name`}
              required
              autoComplete="name"
              maxLength={MAX_CONTACT_NAME}
              {...form.field('name')}
              error={form.errors['contact.name']}
            />
            <Field
              label={t`Your email`}
              required
              type="email"
              autoComplete="email"
              {...form.field('email')}
              hint={t`Only administrators see how to contact you.`}
              error={
                form.errors['contact.email'] ??
                (form.errors['contact.name'] ? undefined : form.problem?.message)
              }
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
