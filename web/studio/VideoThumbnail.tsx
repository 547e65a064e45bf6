import { t } from '@lingui/core/macro';
import { Camera, ImageUp } from 'lucide-react';
import type { RefObject } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { backend } from '#web/app/client/backend.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FileButton } from '#web/ui/controls/FileButton.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useThumbnail } from './studio.queries.ts';

const MAX_WIDTH = 1280;
const QUALITY = 0.85;

/** The video's thumbnail: one of its frames, the player's current frame, or an uploaded picture. */
export function VideoThumbnail({
  video: { id, sourceUrl, candidates, width, height },
  stage,
}: {
  video: Submission;
  /** Around the player. */
  stage: RefObject<HTMLElement | null>;
}) {
  const change = useThumbnail(id);
  const takeFrame = async (): Promise<void> => {
    const player = stage.current?.querySelector('video');
    const frame = player && (await pictureOf(player));
    if (frame) change.mutate(frame);
    else toast(t`Couldn’t capture the frame`, { kind: 'bad', text: t`Please choose a picture instead.` });
  };
  return (
    <>
      {candidates.length > 0 && (
        <ul className="grid grid-cols-5 gap-2">
          {candidates.map((src, at) => (
            <li key={src}>
              <button
                type="button"
                aria-label={nameOf(at + 1, candidates.length)}
                disabled={change.isPending}
                onClick={() => change.mutate(at + 1)}
                className="block w-full overflow-hidden rounded-control bg-stage transition-opacity duration-150 hover:opacity-80 disabled:opacity-55"
              >
                <img
                  src={backend(src)}
                  alt=""
                  style={{ aspectRatio: `${width ?? 16} / ${height ?? 9}` }}
                  className="w-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {sourceUrl && (
          <Button size="sm" pending={change.isPending} onClick={() => void takeFrame()}>
            <Camera aria-hidden="true" />
            {t`Use current frame`}
          </Button>
        )}
        <FileButton
          size="sm"
          accept="image/*"
          label={t`Picture file`}
          pending={change.isPending}
          onFile={(file) => change.mutate(file)}
        >
          <ImageUp aria-hidden="true" />
          {t`Choose a picture`}
        </FileButton>
      </div>
      <p className="text-sm text-ink-soft">
        {t`Pause the player on the frame you want, or upload a picture. A new thumbnail is saved right away.`}
      </p>
    </>
  );
}

const nameOf = (index: number, count: number): string => t`Use picture ${index} of ${count}`;

/** Null where the browser can't export the frame. */
async function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const scale = Math.min(1, MAX_WIDTH / (video.videoWidth || 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  if (canvas.width === 0) return null;
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
  } catch {
    return null;
  }
}
