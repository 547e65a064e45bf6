import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FileButton } from '#web/ui/controls/FileButton.tsx';
import { useVideoFile, type VideoAct } from './studio.queries.ts';
import { useConfirmedAction } from './useConfirmedAction.ts';

/** Replaces, archives or deletes a video; each explains its effect. */
export function DangerZone({ video, onDone }: { video: Submission; onDone: (act: VideoAct) => void }) {
  const { id, archivedAt, newFile } = video;
  const videoFile = useVideoFile(id);
  const act = useConfirmedAction(onDone);
  return (
    <ul className="divide-y divide-line">
      {archivedAt === null ? (
        <>
          <Action
            title={t`Replace video`}
            text={t`Upload a new file. The link, likes and comments stay the same.`}
          >
            <FileButton
              size="sm"
              accept="video/*"
              label={t`Video file`}
              pending={videoFile.isPending}
              onFile={(file) => videoFile.mutate(file)}
            >
              {t`Replace video`}
            </FileButton>
            {newFile && (
              <Button size="sm" onClick={() => void act(video, 'withdrawFile')}>
                {t`Discard new video`}
              </Button>
            )}
          </Action>
          <Action
            title={t`Archive video`}
            text={t`Hide it from everyone but you and admins. You can restore it at any time.`}
          >
            <Button size="sm" onClick={() => void act(video, 'archive')}>
              {t({ message: 'Archive', context: 'to put away' })}
            </Button>
          </Action>
        </>
      ) : (
        <Action title={t`Restore video`} text={t`It’s archived: only you and admins can see it.`}>
          <Button size="sm" onClick={() => void act(video, 'unarchive')}>
            {t`Restore`}
          </Button>
        </Action>
      )}
      <Action title={t`Delete video`} text={t`Permanently deletes it with its likes and comments.`}>
        <Button size="sm" variant="danger" onClick={() => void act(video, 'delete')}>
          {t`Delete`}
        </Button>
      </Action>
    </ul>
  );
}

function Action({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-base">{title}</h3>
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
