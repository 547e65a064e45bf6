import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/controls/Button.tsx';
import { useSwitchComments } from './comments.queries.ts';

/** For who uploaded the video, and admins. */
export function CommentsSwitch({ videoId, off }: { videoId: number; off: boolean }) {
  const change = useSwitchComments(videoId);
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-me-3.5 text-ink-soft"
      pending={change.isPending}
      onClick={() => change.mutate(!off)}
    >
      {off ? t`Turn comments on` : t`Turn comments off`}
    </Button>
  );
}
