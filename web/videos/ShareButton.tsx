import { t } from '@lingui/core/macro';
import { Share2 } from 'lucide-react';
import { paths } from '#web/app/paths.ts';
import type { Video } from '#contract/videos.ts';
import { classes } from '#web/ui/classes.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

interface Shared {
  title: string;
  path: string;
}

/** The device's own share sheet on touch, else the link goes to the clipboard. */
async function share({ title, path }: Shared): Promise<void> {
  const url = new URL(path, location.href).href;
  if (navigator.share !== undefined && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast(t`Link copied`, { text: title });
  } catch {
    toast(t`Copy this link`, { kind: 'info', text: url });
  }
}

export function ShareButton({
  video,
  thing = { title: video?.title ?? '', path: paths.video(video?.id ?? 0) },
  withText = false,
  className,
}: ({ video: Video; thing?: undefined } | { video?: undefined; thing: Shared }) & {
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
        void share(thing);
      }}
      className={classes(
        'inline-flex items-center justify-center gap-2 rounded-pill font-semibold transition duration-150 ease-out active:scale-95',
        withText ? 'h-11 border border-line bg-surface px-5 hover:bg-raised' : 'size-10 hover:bg-raised',
        className,
      )}
    >
      <Share2 aria-hidden="true" className="size-5" />
      {withText && <span>{t`Share`}</span>}
    </button>
  );
}
