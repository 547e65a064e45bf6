import { t } from '@lingui/core/macro';
import type { Video } from '#contract/videos/videos.ts';
import { feedMemory } from '#web/feed/memory.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { setHidden } from '#web/videos/hidden-videos.ts';

/** "Not interested": out of the recommendations in this browser, with Undo. */
export function hideVideo(video: Video): void {
  setHidden(video.id, true);
  feedMemory().learn(video, 'less');
  toast(t`Video hidden`, {
    text: t`You’ll see fewer videos like this.`,
    action: {
      label: t`Undo`,
      run: () => {
        setHidden(video.id, false);
        feedMemory().learn(video, 'restored');
      },
    },
  });
}
