import { Suspense, lazy } from 'react';
import { asked } from './confirm.ts';
import { useStore } from './store.ts';
import { shown } from './toast.ts';

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }));

/** Where toasts and questions appear; mounted once, by the shell. Their code comes with the first of each. */
export function Hosts() {
  const notes = useStore(shown);
  const question = useStore(asked);
  return (
    <>
      <div aria-live="polite" aria-relevant="additions">
        <Suspense>{notes.length > 0 && <Toasts />}</Suspense>
      </div>
      <Suspense>{question && <ConfirmDialog />}</Suspense>
    </>
  );
}
