import type { ComponentType } from 'react';
import { reauthentication } from '#web/app/session/reauthentication.ts';
import { useStore } from '#web/ui/store.ts';
import { useLate } from '#web/ui/useLate.ts';

const load = async (): Promise<ComponentType> =>
  (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog;
const dismiss = (): void => reauthentication.get()?.answer(false);

/** Where somebody is asked who they are; mounted once, by the shell. Its code comes with the first question. */
export function ReauthenticationHost() {
  const question = useStore(reauthentication);
  const dialog = useLate(load, question, dismiss);
  return question && dialog;
}
