import { t } from '@lingui/core/macro';
import { Share2 } from 'lucide-react';
import { paths } from '#web/app/paths.ts';
import type { Video } from '#contract/videos/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { openedShare, type Shared } from './opened-share.ts';

/** The device's own share sheet on touch, else the dialog of the site (ShareHost). */
export async function share({ title, path, video }: Shared): Promise<void> {
  if (navigator.share === undefined || !matchMedia('(pointer: coarse)').matches) {
    openedShare.set({ title, path, ...(video && { video }) });
    return;
  }
  const url = new URL(path, location.href).href;
  await navigator.share({ title, url }).catch(() => undefined);
}

export function ShareButton({
  video,
  shared = { title: video?.title ?? '', path: paths.video(video?.id ?? 0), ...(video && { video }) },
  withText = false,
  className,
}: ({ video: Video; shared?: undefined } | { video?: undefined; shared: Shared }) & {
  withText?: boolean;
  className?: string;
}) {
  return (
    <button
      type="button"
      aria-label={t`Share`}
      title={t`Share`}
      onClick={(event) => {
        event.stopPropagation();
        void share(shared);
      }}
      className={classes(
        'inline-flex items-center justify-center gap-2 rounded-pill font-semibold transition duration-150 ease-out active:scale-95',
        withText
          ? 'h-11 border border-line bg-surface px-5 hover:bg-raised max-xs:w-11 max-xs:px-0'
          : 'touch-target size-10 hover:bg-raised',
        className,
      )}
    >
      <Share2 aria-hidden="true" className="size-5" />
      {withText && <span className="max-xs:hidden">{t`Share`}</span>}
    </button>
  );
}
