import { submissions } from '#contract/submissions.ts';
import { send, type Answer } from './send.ts';
import type { Outcome } from './upload.rules.ts';

type Failure = Exclude<Outcome, { kind: 'done' }>;
type Watching = Parameters<typeof send>[3];

/**
 * Puts the bytes from `from` on into the site's bucket, past the site. Null: not this way, whatever the reason: the
 * bucket lets no pages in, a firewall knows only the site.
 */
export async function sendPast(
  file: File,
  { upload, from }: { upload: string; from: number },
  watching: Watching,
): Promise<{ offset: number; id: number | null } | Failure | null> {
  const ask = (path: string) => {
    const body = new Blob([JSON.stringify({ offset: from })], { type: 'application/json' });
    return send('POST', path.replace('{upload}', upload), { body }, { ...watching, onProgress: () => {} });
  };
  const given = await ask(submissions.directAddress.path);
  if ('kind' in given) return isConflict(given) ? null : given;
  const { url, size } = read<{ url: string; size: number }>(given);
  const put = await send('PUT', url, { body: file.slice(from, from + size), foreign: true }, watching);
  if ('kind' in put) return put.kind === 'cancelled' ? put : null;
  const taken = await ask(submissions.directArrived.path);
  if ('kind' in taken) return isConflict(taken) ? null : taken;
  const { offset, submissionId } = read<{ offset: number; submissionId: number | null }>(taken);
  return { offset, id: submissionId };
}

const isConflict = (failure: Failure): boolean => failure.kind === 'rejected' && failure.status === 409;
const read = <T>(answer: Answer): T => JSON.parse(answer.text) as T;
