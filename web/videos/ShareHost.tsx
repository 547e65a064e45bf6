import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useStore } from '#web/ui/store.ts';
import { tryAgain } from '#web/ui/try-again.ts';
import { useLate } from '#web/ui/useLate.ts';
import { closeShare, openedShare } from './opened-share.ts';

const load = async (): Promise<ComponentType> => (await import('./ShareDialog.tsx')).OpenedShare;

function onFailure(): void {
  closeShare();
  toast(t`Couldn’t open sharing`, { kind: 'bad', text: tryAgain() });
}

/** The share dialog, mounted once by the shell for every card and video. */
export function ShareHost() {
  const opened = useStore(openedShare);
  const dialog = useLate(load, opened, onFailure);
  return opened && dialog;
}
