import type { ComponentType } from 'react';
import { confirmRequest } from './confirm.ts';
import { useStore } from '../store.ts';
import { shown } from './toast.ts';
import { useLate } from '../useLate.ts';

/** The code of the first toast; prefetched before actions that may lose the connection. */
export const loadToasts = async (): Promise<ComponentType> => (await import('./Toasts.tsx')).Toasts;
const loadConfirmDialog = async (): Promise<ComponentType> =>
  (await import('./ConfirmDialog.tsx')).ConfirmDialog;
/** A question that can't be shown counts as declined. */
const dismiss = (): void => confirmRequest.get()?.answer(false);

/** Where toasts and questions appear; mounted once, by the shell. Their code comes with the first of each. */
export function Hosts() {
  const items = useStore(shown);
  const question = useStore(confirmRequest);
  const toasts = useLate(loadToasts, items.length > 0 && items);
  const confirmDialog = useLate(loadConfirmDialog, question, dismiss);
  return (
    <>
      <div aria-live="polite" aria-relevant="additions">
        {items.length > 0 && toasts}
      </div>
      {question && confirmDialog}
    </>
  );
}
