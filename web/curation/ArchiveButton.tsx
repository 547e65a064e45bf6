import { useState } from 'react';
import type { CuratedVideo } from '#contract/curation.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextArea } from '#web/ui/Field.tsx';
import { useArchiveVideo } from './curation.queries.ts';

/** Takes a video away from everybody, with a reason; the archive gives it back. */
export function ArchiveButton({ video }: { video: CuratedVideo }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const archive = useArchiveVideo();
  const send = () => archive.mutate({ video, reason }, { onSuccess: () => setOpen(false) });
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        Archive
      </Button>
      {open && (
        <Dialog
          title={`Archive “${video.title}”`}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button variant="quiet" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button variant="danger" pending={archive.isPending} onClick={send}>
                Archive
              </Button>
            </>
          }
        >
          <p className="mb-4 text-ink-soft">
            Nobody but admins will see it any more. It can be restored in the tab Archive.
          </p>
          <TextArea
            label="Reason"
            hint="For other admins, and for its uploader."
            value={reason}
            maxLength={1000}
            onChange={(event) => setReason(event.target.value)}
          />
        </Dialog>
      )}
    </>
  );
}
