import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { MAX_REASON } from '#contract/values.ts';
import { useDraft } from '#web/app/draft.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextArea } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useReport } from './moderation.queries.ts';
import type { Subject } from './moderation.queries.ts';

/** `what`: the word for it in a sentence: post, comment, video. */
export function ReportButton({ what, ...subject }: Subject & { what: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton small label="Report" className="text-ink-soft" onClick={() => setOpen(true)}>
        <Flag />
      </IconButton>
      {open && <ReportDialog what={what} subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReportDialog({ what, subject, onClose }: { what: string; subject: Subject; onClose: () => void }) {
  const draft = useDraft(`report ${subject.subjectType} ${subject.subjectId}`);
  const reason = draft.text;
  const report = useReport();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!reason.trim() || report.isPending) return;
    report.mutate(
      { ...subject, reason },
      {
        onSuccess: ({ message }) => {
          toast(message);
          draft.set('');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={`Report this ${what}`} onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label="Reason"
          value={reason}
          onChange={(event) => draft.set(event.target.value)}
          maxLength={MAX_REASON}
          hint="What is wrong with it? Only the site's moderators read this."
          error={report.error?.message}
        />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={report.isPending} disabled={!reason.trim()}>
            Send report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
