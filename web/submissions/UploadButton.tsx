import { Plus } from 'lucide-react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { canUpload } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/me.ts';

const load = () => import('./UploadDialog.tsx');
const UploadDialog = lazy(async () => ({ default: (await load()).UploadDialog }));

/** Floats over the page for those who may upload; the dialog's code comes when it is about to be needed. */
export function UploadButton() {
  const { me } = useMe();
  /** Whose dialog is open: it outlives the session, not a change of person. */
  const [open, setOpen] = useState<number | null>(null);
  const [close] = useState(() => () => setOpen(null));
  const shown = canUpload(me);
  useEffect(() => {
    const { documentElement } = document;
    documentElement.toggleAttribute('data-floating', shown);
    return () => documentElement.removeAttribute('data-floating');
  }, [shown]);
  if (me && open !== null && me.id !== open) setOpen(null);
  return (
    <>
      {shown && (
        <button
          type="button"
          aria-label="Upload or record a video"
          title="Upload or record a video"
          onClick={() => setOpen(me?.id ?? null)}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          className="upload-button fixed right-5 bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-30 grid size-15 place-items-center rounded-pill bg-accent text-accent-ink shadow-float transition duration-150 ease-out hover:bg-accent-strong active:scale-95 [&_svg]:size-7"
        >
          <Plus aria-hidden="true" />
        </button>
      )}
      {open !== null && (
        <Suspense>
          <UploadDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
