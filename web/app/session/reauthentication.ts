import { createStore } from '#web/ui/store.ts';

/** Set while somebody is asked who they are; shown by web/accounts/sign-in/ReauthenticationDialog.tsx over what they were doing. */
export const reauthentication = createStore<{ hasEnded: boolean; answer: (proven: boolean) => void } | null>(
  null,
);

/** Asks for a fresh sign-in in place; resolves to whether there was one. Calls at once share one question. */
export const requestReauthentication = (): Promise<boolean> => request(false);

/** As `requestReauthentication`, where the session has ended. */
export const requestSignIn = (): Promise<boolean> => request(true);

function request(hasEnded: boolean): Promise<boolean> {
  const before = reauthentication.get();
  return new Promise((resolve) => {
    reauthentication.set({
      hasEnded,
      answer: (proven) => {
        reauthentication.set(null);
        resolve(proven);
        before?.answer(proven);
      },
    });
  });
}
