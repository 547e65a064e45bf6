import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { DataImport } from '#contract/accounts/exports.ts';
import { MAX_UPLOAD, UploadFields } from '#contract/submissions.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { ResultOf } from '#server/adapters/untrusted/parsers.ts';
import { BrokenFile } from '#server/adapters/untrusted/faults.ts';
import { withArchive, type OpenEntry } from '#server/adapters/zip/open-entry.ts';
import { fillProfile } from '#server/accounts/profile/profile.actions.ts';
import type { Context } from '#server/app/context.ts';
import { runEach } from '#server/app/jobs/run-each.ts';
import { HttpError } from '#server/app/http/errors.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { takeClip } from '#server/submissions/archives.actions.ts';
import { readRole } from '#server/accounts/accounts.store.ts';
import { isCreator } from '#server/app/http/roles.ts';
import { msg } from '#contract/text/said.ts';
import { lineFromOutside } from '#contract/text/text.ts';

const MAX_LEFT_OUT = 200;

export type Outcome = Pick<DataImport, 'problem' | 'clips' | 'profile' | 'leftOut'>;
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
    const leaveOut = (what: string, why: string) => {
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
          leaveOut('Profile picture', error.message);
          return null;
        }));
    outcome.profile = await fillProfile(ctx, userId, { displayName, bio, picture }, leaveOut);
    const role = await readRole(ctx.db, userId);
    await runEach(document.videos.entries(), signal, async ([index, video]) => {
      const what = video?.title.trim() || `Clip ${index + 1}`;
      const why =
        role && isCreator({ role })
          ? await bringVideo(ctx, open, video, { userId, site: document.site })
          : msg('Only content creators can upload videos.');
      if (why === null) outcome.clips += 1;
      else leaveOut(what, why);
    });
    return outcome;
  });
}

/** Null: it is a submission now; else why not. */
async function bringVideo(
  ctx: Context,
  open: OpenEntry,
  video: Document['videos'][number],
  { userId, site }: { userId: number; site: string },
): Promise<string | null> {
  if (!video) return msg('What the archive says about it could not be read.');
  const { entry, id, title, category, visibility, description, location } = video;
  if (!entry) return msg('Its file is not in the archive.');
  if (entry.size > MAX_UPLOAD) return msg('Its file is larger than 300 MB.');
  const fields = UploadFields.safeParse({ title, category, visibility, description, location });
  if (!fields.success) return fields.error.issues[0]?.message ?? msg('Its words are not valid.');
  const idempotencyKey = `import-${createHash('sha256').update(`${id} ${site}`).digest('hex').slice(0, 32)}`;
  try {
    requireCategory(ctx, 'videos', fields.data.category);
    const upload = { userId, size: entry.size, idempotencyKey, fields: fields.data };
    await takeClip(ctx, upload, () => open(entry));
    return null;
  } catch (error) {
    if (error instanceof HttpError && error.status !== 507) return error.message;
    if (error instanceof BrokenFile) return error.message;
    throw error;
  }
}
