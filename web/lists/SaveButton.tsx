import { t } from '@lingui/core/macro';
import { Bookmark } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Video } from '#contract/videos/videos.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog.tsx')).SaveDialog }));

/** Opens the dialog that saves a video to Watch later or to playlists. */
export function SaveButton({ video }: { video: Pick<Video, 'id' | 'title'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex h-11 items-center justify-center gap-2 rounded-pill border border-line bg-surface px-3 xs:px-5 font-semibold transition duration-150 ease-out hover:bg-raised active:scale-95"
      >
        <Bookmark aria-hidden="true" className="size-5" />
        <span>{t`Save`}</span>
      </button>
      {open && (
        <Suspense>
          <SaveDialog video={video} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
