import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { MAX_REVIEW_REASON } from '#contract/values.ts';
import type { CuratedVideo } from '#contract/curation/curation.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { TextArea } from '#web/ui/controls/Field.tsx';
import { useArchiveVideo } from './curation.queries.ts';

/** Takes a video away from everybody, with a reason; the archive gives it back. */
export function ArchiveButton({ video }: { video: CuratedVideo }) {
  const [open, setOpen] = useState(false);
  const form = useForm(useFields({ reason: '' }), useArchiveVideo(), {
    toInput: ({ reason }) => ({ video, reason }),
    onSent: () => setOpen(false),
  });
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        {t({ message: 'Archive', context: 'to put away' })}
      </Button>
      {open && (
        <Dialog title={t`Archive “${video.title}”`} onClose={() => setOpen(false)}>
          <Form
            form={form}
            button={t({ message: 'Archive', context: 'to put away' })}
            variant="danger"
            onCancel={() => setOpen(false)}
          >
            <p className="text-ink-soft">
              {t`Only admins will see it. You can restore it in the Archive tab.`}
            </p>
            <TextArea
              label={t`Reason`}
              hint={t`Visible to other admins and the uploader.`}
              {...form.field('reason')}
              maxLength={MAX_REVIEW_REASON}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}
