import { t } from '@lingui/core/macro';
import { Bookmark } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { classes } from '#web/ui/classes.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog.tsx')).SaveDialog }));

/** Opens what keeps a clip: to be watched later, and in playlists. */
export function SaveButton({
  video,
  withText = false,
  className,
}: {
  video: Pick<Video, 'id' | 'title'>;
  withText?: boolean;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t`Keep in a list`}
        title={t`Keep in a list`}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
        className={classes(
          'inline-flex items-center justify-center gap-2 rounded-pill font-semibold transition duration-150 ease-out active:scale-95',
          withText
            ? 'h-11 border border-line bg-surface px-5 hover:bg-raised'
            : 'touch-target size-10 hover:bg-raised',
          className,
        )}
      >
        <Bookmark aria-hidden="true" className="size-5" />
        {withText && <span>{t`Keep`}</span>}
      </button>
      {open && (
        <Suspense>
          <SaveDialog video={video} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
