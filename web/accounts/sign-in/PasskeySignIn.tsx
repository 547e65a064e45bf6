import { t } from '@lingui/core/macro';
import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { setToken } from '#web/app/session/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import {
  requestPasskey,
  knowsPasskeys,
  passkeyProblem,
  signInByPasskey,
  stopSuggesting,
  suggestsPasskeys,
} from './passkey.ts';
import { usePasskeySignIn } from './security.queries.ts';

/** A passkey instead of name and password: by this button, or among the suggestions of the username. */
export function PasskeySignIn() {
  const signIn = usePasskeySignIn();
  useSuggestions();
  if (!knowsPasskeys()) return null;
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button className="w-full" pending={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden="true" />
        {t`Use a passkey`}
      </Button>
      <FormError>{passkeyProblem(signIn.error)}</FormError>
    </div>
  );
}

/** Autofill, before anything is typed. */
const SIGNS = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

/** A visitor who only looks asks for no challenge: the suggestions are prepared with the first sign of a person. */
function useSuggestions(): void {
  useEffect(() => {
    const signs = new AbortController();
    let left = false;
    let started = false;
    const suggest = async () => {
      if (!(await suggestsPasskeys()) || left) return;
      const { token } = await signInByPasskey(await requestPasskey({ autofill: true }));
      if (!left) setToken(token);
    };
    const begin = () => {
      signs.abort();
      started = true;
      // not requested by the user, so errors are ignored
      suggest().catch(() => undefined);
    };
    for (const sign of SIGNS) document.addEventListener(sign, begin, { signal: signs.signal });
    return () => {
      left = true;
      signs.abort();
      if (started) void stopSuggesting();
    };
  }, []);
}
