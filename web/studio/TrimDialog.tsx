import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Edit } from '#contract/submissions/edit.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { backend } from '#web/app/client/backend.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { VideoEditor } from '#web/ui/editor/VideoEditor.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { ChangedElsewhere, isChangedElsewhere } from './ChangedElsewhere.tsx';
import { originalQuery, useUpdateVideo } from './studio.queries.ts';

interface TrimDialogProps {
  video: Submission;
  /** The version this tab loaded. */
  version: number;
  onSaved: (video: Submission) => void;
  onReload: () => Promise<void>;
  onClose: () => void;
}

/** Trims and crops a video from its original, which stays as it is. */
export function TrimDialog({ video, version, onSaved, onReload, onClose }: TrimDialogProps) {
  const [edit, setEdit] = useState(video.edit);
  const save = useUpdateVideo(video.id);
  const isLive = video.status === 'APPROVED' && video.visibility !== 'PRIVATE';
  const isChanged = JSON.stringify(edit) !== JSON.stringify(video.edit);
  const send = (): void =>
    save.mutate(
      { edit, version },
      {
        onSuccess: (saved) => {
          toast(savedText(saved));
          onSaved(saved);
          onClose();
        },
      },
    );
  const reload = async (): Promise<void> => {
    await onReload();
    save.reset();
  };
  return (
    <Dialog
      title={t`Trim & crop`}
      whole
      onClose={onClose}
      locked={save.isPending}
      actions={
        <>
          <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button variant="primary" disabled={!isChanged} pending={save.isPending} onClick={send}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError>
          {isChangedElsewhere(save.error) ? <ChangedElsewhere onReload={reload} /> : save.error?.message}
        </FormError>
        <Original id={video.id} edit={edit} onEdit={setEdit} />
        {isLive && (
          <p className="text-sm text-ink-soft">
            {t`This video is live: your edit is reviewed first, and the current version plays until it’s approved.`}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function savedText({ newFile }: Submission): string {
  if (!newFile) return t`Saved`;
  return newFile.status === 'PENDING' ? t`Your edit will be reviewed` : t`Processing your edit`;
}

function Original({
  id,
  edit,
  onEdit,
}: {
  id: number;
  edit: Edit | null;
  onEdit: (edit: Edit | null) => void;
}) {
  const { data: original, error, refetch } = useQuery(originalQuery(id));
  if (error) return <ErrorState title={t`Couldn’t load the video`} onRetry={() => void refetch()} />;
  if (original?.isGone)
    return <p>{t`The original of this video is no longer there, so it can’t be edited.`}</p>;
  if (!original?.url)
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-64" />
        {original && (
          <p role="status" className="text-sm text-ink-soft">
            {t`Preparing a preview of your original. This can take a minute.`}
          </p>
        )}
      </div>
    );
  return (
    <VideoEditor
      src={backend(original.url)}
      durationSec={original.durationSec || null}
      value={edit}
      onChange={onEdit}
    />
  );
}
