import { MAX_REASON } from '#contract/values.ts';
import { useDraft } from '#web/app/draft.ts';
import { useForm } from '#web/app/form.ts';
import type { Fields } from '#web/app/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { TextArea } from '#web/ui/controls/Field.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
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
    onSent: ({ message }) => {
      toast(message);
      draft.set('');
      onClose();
    },
  });
  return (
    <Dialog title={`Report this ${what}`} onClose={onClose}>
      <form {...form.attributes} className="flex flex-col gap-4">
        <TextArea
          label="Reason"
          {...form.field('reason')}
          maxLength={MAX_REASON}
          hint="What is wrong with it? Only the site's moderators read this."
          error={form.errors['reason'] ?? form.problem?.message}
        />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={form.pending} disabled={!form.ready}>
            Send report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
