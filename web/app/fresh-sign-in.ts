import { createStore } from '#web/ui/store.ts';

/** Set while somebody signed in is asked who they are; shown by web/accounts/FreshSignIn.tsx over what they were doing. */
export const askedWho = createStore<{ answer: (proven: boolean) => void } | null>(null);

/** Asks for a fresh sign-in in place; resolves to whether there was one. Calls at once share one question. */
export function askForFreshSignIn(): Promise<boolean> {
  const before = askedWho.get();
  return new Promise((resolve) => {
    askedWho.set({
      answer: (proven) => {
        askedWho.set(null);
        resolve(proven);
        before?.answer(proven);
      },
    });
  });
}
