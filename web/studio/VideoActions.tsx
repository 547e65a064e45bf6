import { t } from '@lingui/core/macro';
import { Archive, ArchiveRestore, Captions, FileVideo, Trash2 } from 'lucide-react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { FileButton } from '#web/ui/controls/FileButton.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { useVideoAction, useVideoFile, type VideoAct } from './studio.queries.ts';

/** Replaces, archives or deletes a video; each explains its effect. */
export function VideoActions({ video, onDone }: { video: Submission; onDone: () => void }) {
  const { id, title, archivedAt, newFile, processing } = video;
  const videoFile = useVideoFile(id);
  const act = useVideoAction();
  const confirmAction = async (what: VideoAct, text: string, action: string): Promise<void> => {
    const sure = await confirm({ title: t`${action} “${title}”?`, text, action, danger: what === 'delete' });
    if (sure) act.mutate({ id, act: what }, { onSuccess: onDone });
  };
  return (
    <section aria-label={t`Entire video`} className="flex flex-wrap gap-2 border-t border-line pt-4">
      {archivedAt === null && (
        <>
          {processing === 'READY' && (
            <ButtonLink size="sm" to={paths.captions(id)}>
              <Captions aria-hidden="true" />
              {t`Captions`}
            </ButtonLink>
          )}
          <FileButton
            size="sm"
            accept="video/*"
            label={t`Video file`}
            pending={videoFile.isPending}
            onFile={(file) => videoFile.mutate(file, { onSuccess: onDone })}
          >
            <FileVideo aria-hidden="true" />
            {t`Replace video`}
          </FileButton>
          {newFile && (
            <Button size="sm" onClick={() => act.mutate({ id, act: 'withdrawFile' }, { onSuccess: onDone })}>
              {t`Discard new video`}
            </Button>
          )}
          <Button
            size="sm"
            onClick={() =>
              void confirmAction(
                'archive',
                t`Only you and admins will see it. Likes and comments stay, and you can restore it at any time.`,
                t({ message: 'Archive', context: 'to put away' }),
              )
            }
          >
            <Archive aria-hidden="true" />
            {t({ message: 'Archive', context: 'to put away' })}
          </Button>
        </>
      )}
      {archivedAt !== null && (
        <Button size="sm" onClick={() => act.mutate({ id, act: 'unarchive' }, { onSuccess: onDone })}>
          <ArchiveRestore aria-hidden="true" />
          {t`Restore`}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger"
        onClick={() =>
          void confirmAction(
            'delete',
            t`This permanently deletes the video with its likes and comments. Links to it stop working. This can't be undone.`,
            t`Delete`,
          )
        }
      >
        <Trash2 aria-hidden="true" />
        {t`Delete`}
      </Button>
    </section>
  );
}
