import { t } from '@lingui/core/macro';
import type { Submission } from '#contract/submissions/submissions.ts';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { useVideoAction, type VideoAct } from './studio.queries.ts';

const questions = () => ({
  archive: {
    text: t`Only you and admins will see it. Likes and comments stay, and you can restore it at any time.`,
    action: t({ message: 'Archive', context: 'to put away' }),
  },
  delete: {
    text: t`This permanently deletes the video with its likes and comments. Links to it stop working. This can't be undone.`,
    action: t`Delete`,
  },
});

/** Archives, restores or deletes a video; what can hurt is confirmed first. */
export function useConfirmedAction(onDone?: (act: VideoAct) => void) {
  const { mutate } = useVideoAction();
  return async ({ id, title }: Submission, act: VideoAct): Promise<void> => {
    if (act === 'archive' || act === 'delete') {
      const { text, action } = questions()[act];
      const danger = act === 'delete';
      if (!(await confirm({ title: t`${action} “${title}”?`, text, action, danger }))) return;
    }
    mutate({ id, act }, { onSuccess: () => onDone?.(act) });
  };
}
