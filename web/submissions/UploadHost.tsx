import { t } from '@lingui/core/macro';
import { useEffect, type ComponentType } from 'react';
import { useMe } from '#web/app/session/me.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useStore } from '#web/ui/store.ts';
import { tryAgain } from '#web/ui/try-again.ts';
import { useLate } from '#web/ui/useLate.ts';
import { closeUpload, openedUpload } from './opened-upload.ts';

const load = async (): Promise<ComponentType> => (await import('./UploadDialog.tsx')).OpenedUpload;

function onFailure(): void {
  closeUpload();
  toast(t`Couldn’t open the uploader`, { kind: 'bad', text: tryAgain() });
}

/**
 * Hosts the upload dialog, mounted once by the shell beside the pages: the file and the text survive an expired session
 * and its page. Cleared when another person signs in.
 */
export function UploadHost() {
  const { me } = useMe();
  const opened = useStore(openedUpload);
  const dialog = useLate(load, opened, onFailure);
  const isAnothers = me !== null && opened !== null && me.id !== opened.by;
  useEffect(() => {
    if (isAnothers) closeUpload();
  }, [isAnothers]);
  return opened && !isAnothers && dialog;
}
