import { t } from '@lingui/core/macro';
import { CHALLENGE_HEADER } from '#contract/errors.ts';
import { solveProof } from '#web/ui/proof-of-work.ts';
import { dismiss, shown, toast } from '#web/ui/dialogs/toast.ts';

/**
 * Solves the challenge of a 428 and repeats the call with the proof, while a status line shows. Loaded on the
 * first challenge. Null: it couldn't be solved here.
 */
export async function prove(
  challenge: Response,
  repeat: (proof: string) => Promise<Response>,
): Promise<Response | null> {
  toast(t`Checking that you're not a robot…`, { kind: 'info' });
  const line = shown.get().at(-1);
  try {
    const proof = await solveProof(challenge.headers.get(CHALLENGE_HEADER) ?? '');
    return proof === null ? null : await repeat(proof);
  } finally {
    if (line) dismiss(line.id);
  }
}
