import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { WaitingTrack } from '#contract/captions/review.ts';
import { plainCueText } from '#contract/captions/cues.ts';
import { useChange } from '#web/app/client/change.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { formatMoment } from '#web/ui/format.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';
import { publishDraft, rejectTrack, waitingQuery } from './captions.queries.ts';
import { kindName } from './texts.ts';

/**
 * Captions of live videos pending review, where the owner's settings require it; empty where there are none.
 */
export function WaitingCaptions() {
  const { data: tracks = [] } = useQuery(waitingQuery());
  const decide = useChange(
    async ({ track, isShown }: { track: WaitingTrack; isShown: boolean }) => {
      await (isShown ? publishDraft(track.videoId, track) : rejectTrack(track.videoId, track));
    },
    {
      refetch: [waitingQuery().queryKey],
      onSuccess: (_, { isShown }) => toast(isShown ? t`Published` : t`Returned as a draft`, { kind: 'ok' }),
      failed: () => t`That didn’t work`,
    },
  );
  if (tracks.length === 0) return null;
  return (
    <Card title={t`Captions pending review`} className="mb-5">
      <ul className="flex flex-col divide-y divide-line">
        {tracks.map((track) => (
          <li
            key={`${track.videoId} ${track.language} ${track.kind}`}
            className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0"
          >
            <Facts track={track} />
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                variant="primary"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ track, isShown: true })}
              >
                {t`Approve`}
              </Button>
              <Button
                size="sm"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ track, isShown: false })}
              >
                {t`Reject`}
              </Button>
              <ButtonLink size="sm" variant="quiet" to={paths.captions(track.videoId)}>
                {t`Read all`}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Facts({ track }: { track: WaitingTrack }) {
  const { videoId, title, label, kind, author, cues, isPublished, beginning, updatedAt } = track;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.video(videoId)} className="min-w-0 font-semibold break-words hover:underline">
          <bdi>{title}</bdi>
        </Link>
        <Badge>{`${kindName(kind)} · ${label}`}</Badge>
        {isPublished && <Badge>{t`Replaces published captions`}</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        {author && <bdi>{author}</bdi>}
        <span>{plural(cues, { one: '# line', other: '# lines' })}</span>
        <Time at={updatedAt} />
      </p>
      <ol className="rounded-control bg-raised p-3 text-sm">
        {beginning.map(({ start, text }, at) => (
          <li key={at} className="flex gap-3 py-0.5">
            <span className="numbers shrink-0 font-semibold">{formatMoment(start)}</span>
            <span dir="auto" className="min-w-0 break-words">
              {plainCueText(text)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
