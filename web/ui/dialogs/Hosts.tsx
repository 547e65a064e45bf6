import type { ComponentType } from 'react';
import { confirmRequest } from './confirm.ts';
import { useStore } from '../store.ts';
import { shown } from './toast.ts';
import { useLate } from '../useLate.ts';

/** Code of the first toast; whoever expects trouble with the connection fetches it before. */
export const loadToasts = async (): Promise<ComponentType> => (await import('./Toasts.tsx')).Toasts;
const loadConfirmDialog = async (): Promise<ComponentType> =>
  (await import('./ConfirmDialog.tsx')).ConfirmDialog;
/** What can't be asked is not agreed to. */
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
