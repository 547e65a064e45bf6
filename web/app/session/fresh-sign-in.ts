import { createStore } from '#web/ui/store.ts';

/** Set while somebody is asked who they are; shown by web/accounts/sign-in/FreshSignIn.tsx over what they were doing. */
export const askedWho = createStore<{ hasEnded: boolean; answer: (proven: boolean) => void } | null>(null);

/** Asks for a fresh sign-in in place; resolves to whether there was one. Calls at once share one question. */
export const askForFreshSignIn = (): Promise<boolean> => ask(false);

/** As `askForFreshSignIn`, where the session has ended. */
export const askForSignIn = (): Promise<boolean> => ask(true);

function ask(hasEnded: boolean): Promise<boolean> {
  const before = askedWho.get();
  return new Promise((resolve) => {
    askedWho.set({
      hasEnded,
      answer: (proven) => {
        askedWho.set(null);
        resolve(proven);
        before?.answer(proven);
      },
    });
  });
}
