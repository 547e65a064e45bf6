import type { ComponentType } from 'react';
import { askedWho } from '#web/app/session/fresh-sign-in.ts';
import { useStore } from '#web/ui/store.ts';
import { useLate } from '#web/ui/useLate.ts';

const load = async (): Promise<ComponentType> => (await import('./FreshSignIn.tsx')).FreshSignIn;
const dismiss = (): void => askedWho.get()?.answer(false);

/** Where somebody is asked who they are; mounted once, by the shell. Its code comes with the first question. */
export function FreshSignInHost() {
  const question = useStore(askedWho);
  const dialog = useLate(load, question, dismiss);
  return question && dialog;
}
