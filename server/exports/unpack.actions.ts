import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { MAX_UPLOAD, UploadFields } from '#contract/submissions/submissions.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { ResultOf } from '#server/adapters/untrusted/parsers.ts';
import { BrokenFile, FILES, type LeftOut } from '#server/adapters/untrusted/faults.ts';
import { withArchive, type OpenEntry } from '#server/adapters/zip/open-entry.ts';
import { fillProfile } from '#server/accounts/profile/profile.actions.ts';
import { ARCHIVES, receiveVideo, whyInvalid, whyRejected } from '#server/submissions/archives.actions.ts';
import type { Context } from '#server/app/context.ts';
import { runEach } from '#server/app/jobs/run-each.ts';
import { HttpError } from '#server/app/http/errors.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { readRole } from '#server/accounts/accounts.store.ts';
import { isCreator } from '#server/app/http/callers/roles.ts';
import type { StoredMessage } from '#contract/text/message.ts';
import { lineFromOutside } from '#contract/text/text.ts';
import type { Outcome } from './imports.store.ts';

const MAX_LEFT_OUT = 200;

type Document = ResultOf<'exportArchive'>;

/** Brings in what an archive holds, for a person. Throws BrokenFile; may be repeated: for a day no video comes in twice. */
export async function unpackArchive(
  ctx: Context,
  userId: number,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<Outcome> {
  const document = await parseUntrusted('exportArchive', { path }, { member: userId, waits: true, signal });
  return await withArchive(path, async (open) => {
    const outcome: Outcome = { problem: null, clips: 0, profile: [], leftOut: [] };
    const leaveOut = (what: string, why: LeftOut['why']) => {
      if (outcome.leftOut.length < MAX_LEFT_OUT)
        outcome.leftOut.push({ what: lineFromOutside(what, 200) ?? '?', why });
    };
    for (const { what, why } of document.leftOut) leaveOut(what, why);
    const { displayName, bio } = document;
    const picture =
      document.picture &&
      (await open(document.picture)
        .then(buffer)
        .catch((error: unknown) => {
          if (!(error instanceof BrokenFile)) throw error;
          leaveOut('Profile picture', error.text.stored);
          return null;
        }));
    outcome.profile = await fillProfile(ctx, userId, { displayName, bio, picture }, (left, why) =>
      leaveOut(left, why.stored),
    );
    const role = await readRole(ctx.db, userId);
    await runEach(document.videos.entries(), signal, async ([index, video]) => {
      const what = video?.title.trim() || `Video ${index + 1}`;
      const why =
        role && isCreator({ role })
          ? await importVideo(ctx, open, video, { userId, site: document.site })
          : ARCHIVES.NO_CREATOR();
      if (why === null) outcome.clips += 1;
      else leaveOut(what, why.stored);
    });
    return outcome;
  });
}

/** Null: it is a submission now; else why not. */
async function importVideo(
  ctx: Context,
  open: OpenEntry,
  video: Document['videos'][number],
  { userId, site }: { userId: number; site: string },
): Promise<StoredMessage | null> {
  if (!video) return ARCHIVES.UNREADABLE();
  const { entry, id, focus, downloadable, supportLink } = video;
  if (!entry) return FILES.NOT_IN_ARCHIVE();
  if (entry.size > MAX_UPLOAD) return ARCHIVES.FILE_TOO_LARGE();
  const fields = UploadFields.safeParse(video);
  if (!fields.success) return whyInvalid(fields.error);
  const idempotencyKey = `import-${createHash('sha256').update(`${id} ${site}`).digest('hex').slice(0, 32)}`;
  try {
    requireCategory(ctx, 'videos', fields.data.category);
    const upload = {
      userId,
      size: entry.size,
      idempotencyKey,
      fields: { ...fields.data, focus, downloadable, supportLink },
    };
    await receiveVideo(ctx, upload, () => open(entry));
    return null;
  } catch (error) {
    if (error instanceof HttpError && error.status !== 507)
      return whyRejected(error, ARCHIVES.IMPORT_FAILED());
    if (error instanceof BrokenFile) return error.text;
    throw error;
  }
}
