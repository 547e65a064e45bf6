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
    <section aria-label={t`The whole clip`} className="flex flex-wrap gap-2 border-t border-line pt-4">
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
            label={t`Film file`}
            pending={videoFile.isPending}
            onFile={(file) => videoFile.mutate(file, { onSuccess: onDone })}
          >
            <FileVideo aria-hidden="true" />
            {t`Replace the film`}
          </FileButton>
          {newFile && (
            <Button size="sm" onClick={() => act.mutate({ id, act: 'withdrawFile' }, { onSuccess: onDone })}>
              {t`Take back the new film`}
            </Button>
          )}
          <Button
            size="sm"
            onClick={() =>
              void confirmAction(
                'archive',
                t`Nobody but you and admins will see it. Likes and comments are kept, and you can bring it back.`,
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
          {t`Bring back`}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger"
        onClick={() =>
          void confirmAction(
            'delete',
            t`The film, its likes and its comments are deleted for good. Links to it lead nowhere. This can't be undone.`,
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
