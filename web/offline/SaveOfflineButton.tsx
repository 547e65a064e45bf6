import { t } from '@lingui/core/macro';
import { CircleCheck, HardDriveDownload } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { paths } from '#web/app/paths.ts';
import { canSaveOffline } from '#web/app/worker.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useStore } from '#web/ui/store.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { useNavigate } from 'react-router';
import { inMegabytes } from './megabytes.ts';
import {
  freeSpace,
  saveOffline,
  RETENTION_DAYS,
  offlineVideos,
  listOffline,
  SaveError,
  removeOffline,
} from './offline-videos.ts';

/** Saves a video on this device, or removes it. */
export function SaveOfflineButton({ video, className }: { video: Video; className?: string }) {
  const hydrated = useHydrated();
  const videos = useStore(offlineVideos);
  const [share, setShare] = useState<number | null>(null);
  const navigate = useNavigate();
  const hasFile = video.source === 'OTHER' && video.sourceUrl !== null;
  const isShown = hasFile && hydrated && canSaveOffline();
  useEffect(() => {
    // without a service worker there are no saved videos to look up
    if (isShown && navigator.serviceWorker.controller) void listOffline();
  }, [isShown]);
  if (!hasFile) return null;
  // the server can't know whether this browser can save videos: this reserves the button's space
  if (!isShown) return <span aria-hidden="true" className="size-11 shrink-0" />;
  const isSaved = videos?.some(({ id }) => id === video.id) ?? false;
  const save = async (): Promise<void> => {
    setShare(0);
    try {
      const { bytes } = await saveOffline(video, setShare);
      const space = await freeSpace();
      const size = inMegabytes(bytes);
      const left = space === null ? '' : inMegabytes(space);
      toast(t`Saved offline`, {
        text: left
          ? t`${size}, available for ${RETENTION_DAYS} days. ${left} of space left.`
          : t`${size}, available for ${RETENTION_DAYS} days.`,
        action: { label: t`Show`, run: () => void navigate(paths.offline()) },
      });
    } catch (error) {
      const text =
        error instanceof SaveError ? error.message : t`Couldn’t download the video. Please try again.`;
      toast(t`Couldn’t save offline`, { kind: 'bad', text });
    } finally {
      setShare(null);
    }
  };
  const label = share === null ? (isSaved ? t`Saved offline. Remove` : t`Save offline`) : t`Saving…`;
  return (
    <IconButton
      label={label}
      className={className}
      disabled={share !== null}
      aria-pressed={isSaved}
      onClick={() => void (isSaved ? removeOffline(video.id) : save())}
    >
      {isSaved ? (
        <CircleCheck className="text-ok" />
      ) : (
        <HardDriveDownload className={share === null ? '' : 'animate-pulse'} />
      )}
    </IconButton>
  );
}
