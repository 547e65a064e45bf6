import { t } from '@lingui/core/macro';
import { ChartColumn, ExternalLink } from 'lucide-react';
import type { RefObject } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { backdropOf, posterOf } from '#web/app/thumbnails.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Player } from '#web/ui/player/Player.tsx';
import { VideoState } from './VideoState.tsx';

/** The video in the player, its state, and links to its page and analytics. */
export function VideoPreview({
  video,
  stage,
}: {
  video: Submission;
  /** Around the player. */
  stage: RefObject<HTMLDivElement | null>;
}) {
  const { id, title, sourceUrl, thumbnail, storyboard, width, height, processing } = video;
  return (
    <aside aria-label={t`Preview`} className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">
      {sourceUrl && (
        <div
          ref={stage}
          className="on-stage overflow-hidden rounded-card bg-stage text-ink [--stage-height:45dvh]"
        >
          <Player
            autoPlay={false}
            pageKeys={false}
            playable={{
              title,
              file: backend(sourceUrl),
              poster: thumbnail && posterOf(thumbnail),
              backdrop: thumbnail && backdropOf(thumbnail),
              storyboard: storyboard && backend(storyboard),
              ladder: null,
              startsAsFile: true,
              readsFrames: true,
              captions: [],
              viewBox: width && height ? `0 0 ${width} ${height}` : '0 0 16 9',
            }}
          />
        </div>
      )}
      <VideoState video={video} />
      <div className="flex flex-wrap gap-2">
        {processing === 'READY' && (
          <ButtonLink size="sm" to={paths.video(id)}>
            <ExternalLink aria-hidden="true" />
            {t`View video`}
          </ButtonLink>
        )}
        <ButtonLink size="sm" to={paths.analytics(id)}>
          <ChartColumn aria-hidden="true" />
          {t`Analytics`}
        </ButtonLink>
      </div>
    </aside>
  );
}
