import { t } from '@lingui/core/macro';
import {
  Bookmark,
  Check,
  Clock,
  Download,
  EllipsisVertical,
  EyeOff,
  Flag,
  ListPlus,
  LogIn,
  Plus,
} from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { useFollowCreator, useFollows } from '#web/creators/follows.queries.ts';
import { Menu, type MenuItem } from '#web/ui/controls/Menu.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useSaveForLater, useLaterIds } from '#web/lists/later.queries.ts';
import { downloadOf } from '#web/videos/download.ts';
import { hideVideo } from './hide-video.ts';

const ReportDialog = lazy(async () => ({
  default: (await import('#web/moderation/ReportDialog.tsx')).ReportDialog,
}));
const SaveDialog = lazy(async () => ({
  default: (await import('#web/lists/SaveDialog.tsx')).SaveDialog,
}));

/** The ⋮ of a card: save, download, follow, not interested (where the site recommends it), report. */
export function CardMenu({ video, recommended }: { video: Video; recommended: boolean }) {
  const [dialog, setDialog] = useState<'save' | 'report' | null>(null);
  const later = useLater(video);
  const follow = useFollow(video.creatorUsername);
  const file = downloadOf(video);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        label={t`More options for ${video.title}`}
        button={<EllipsisVertical />}
        className="touch-target size-9! bg-scrim text-on-scrim hover:bg-scrim"
        items={[
          later,
          { label: t`Save to playlist`, icon: <ListPlus />, onSelect: () => setDialog('save') },
          ...(file
            ? [{ label: t`Download`, icon: <Download />, onSelect: () => location.assign(file) }]
            : []),
          ...(follow ? [follow] : []),
          ...(recommended
            ? [{ label: t`Not interested`, icon: <EyeOff />, apart: true, onSelect: () => hideVideo(video) }]
            : []),
          { label: t`Report`, icon: <Flag />, onSelect: () => setDialog('report') },
        ]}
      />
      <Suspense>
        {dialog === 'save' && <SaveDialog video={video} onClose={close} />}
        {dialog === 'report' && (
          <ReportDialog
            what="video"
            subject={{ subjectType: 'VIDEO', subjectId: video.id }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function useLater({ id }: Video): MenuItem {
  const isSaved = useLaterIds()?.includes(id) ?? false;
  const save = useSaveForLater();
  return {
    label: isSaved ? t`Remove from Watch later` : t`Save to Watch later`,
    icon: isSaved ? <Bookmark fill="currentColor" /> : <Clock />,
    onSelect: () =>
      save.mutate(
        { id, saved: !isSaved },
        { onSuccess: () => toast(isSaved ? t`Removed from Watch later` : t`Saved to Watch later`) },
      ),
  };
}

/** Null for a video from another platform and the member's own. */
function useFollow(username: string | null): MenuItem | null {
  const { me } = useMe();
  const { data } = useFollows();
  const { mutate } = useFollowCreator(username ?? '');
  if (username === null || me?.username === username) return null;
  const following = data?.creators.some((each) => each.toLowerCase() === username.toLowerCase()) ?? false;
  if (!me) return { label: t`Sign in to follow ${username}`, icon: <LogIn />, to: paths.login() };
  return {
    label: following ? t`Unfollow ${username}` : t`Follow ${username}`,
    icon: following ? <Check /> : <Plus />,
    onSelect: () => mutate(!following),
  };
}
