import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { canUpload } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { openUpload } from './opened-upload.ts';

const load = (): void => void import('./UploadDialog.tsx').catch(() => undefined);

/** Floats over the page for those who may upload; the dialog's code comes when it is about to be needed. */
export function UploadButton() {
  const { me } = useMe();
  const shown = canUpload(me);
  useEffect(() => {
    const { documentElement } = document;
    documentElement.toggleAttribute('data-floating', shown);
    return () => documentElement.removeAttribute('data-floating');
  }, [shown]);
  return (
    me &&
    shown && (
      <button
        type="button"
        aria-label={t`Upload or record a video`}
        title={t`Upload or record a video`}
        onClick={() => openUpload(me.id)}
        onPointerEnter={load}
        onFocus={load}
        className="upload-button fixed end-5 bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-20 grid size-15 place-items-center rounded-pill bg-accent text-accent-ink shadow-float transition duration-150 ease-out hover:bg-accent-strong active:scale-95 [&_svg]:size-7 short:[&_svg]:size-6"
      >
        <Plus aria-hidden="true" />
      </button>
    )
  );
}
