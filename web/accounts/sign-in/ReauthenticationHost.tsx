import type { ComponentType } from 'react';
import { reauthentication } from '#web/app/session/reauthentication.ts';
import { useStore } from '#web/ui/store.ts';
import { useLate } from '#web/ui/useLate.ts';

const load = async (): Promise<ComponentType> =>
  (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog;
const dismiss = (): void => reauthentication.get()?.answer(false);

/** Hosts the re-authentication dialog; mounted once, by the shell. Its code is loaded on first use. */
export function ReauthenticationHost() {
  const question = useStore(reauthentication);
  const dialog = useLate(load, question, dismiss);
  return question && dialog;
}
