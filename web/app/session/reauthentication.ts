import { createStore } from '#web/ui/store.ts';

/**
 * Set during a re-authentication; web/accounts/sign-in/ReauthenticationDialog.tsx shows it over the current
 * page.
 */
export const reauthentication = createStore<{ hasEnded: boolean; answer: (proven: boolean) => void } | null>(
  null,
);

/**
 * Requests a re-authentication in place; resolves to whether it succeeded. Concurrent calls share one dialog.
 */
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
