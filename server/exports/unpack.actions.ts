import { createHash } from 'node:crypto';
import { MAX_PROFILE_IMAGE } from '#contract/accounts/accounts.ts';
import { MAX_IMPORT, type DataImport } from '#contract/accounts/exports.ts';
import { MAX_UPLOAD, UploadFields } from '#contract/submissions.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { ResultOf } from '#server/adapters/untrusted/parsers.ts';
import type { Turn } from '#server/adapters/untrusted/places.ts';
import { BadZip, readZip } from '#server/adapters/zip/read-zip.ts';
import { fillProfile } from '#server/accounts/profile/profile.actions.ts';
import type { Context } from '#server/app/context.ts';
import { HttpError } from '#server/app/http/errors.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { takeClip } from '#server/submissions/archives.actions.ts';
import { readRole } from '#server/accounts/accounts.store.ts';
import { isCreator } from '#server/app/http/roles.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { msg } from '#contract/text/said.ts';

const LIMITS = { files: 10_000, bytes: 2 * MAX_IMPORT };
const MAX_DOCUMENT = 2 << 20;
const MAX_LEFT_OUT = 200;

export type Outcome = Pick<DataImport, 'problem' | 'clips' | 'profile' | 'leftOut'>;
type Document = ResultOf<'exportDocument'>;
type Zip = Parameters<Parameters<typeof readZip>[2]>[0];

/** Brings in what an archive holds, for a person. Throws BadZip; may be repeated: for a day no clip comes in twice. */
export async function unpackArchive(ctx: Context, userId: number, path: string): Promise<Outcome> {
  return await readZip(path, LIMITS, async (zip) => {
    const document = await readDocument(zip, { member: userId, waits: true });
    const outcome: Outcome = { problem: null, clips: 0, profile: [], leftOut: [] };
    const leaveOut = (what: string, why: string) => {
      if (outcome.leftOut.length < MAX_LEFT_OUT) outcome.leftOut.push({ what: cutText(what, 200), why });
    };
    outcome.profile = await fillProfile(ctx, userId, await readProfile(zip, document), leaveOut);
    const role = await readRole(ctx.db, userId);
    for (const [index, video] of document.videos.entries()) {
      const what = video?.title.trim() || `Clip ${index + 1}`;
      const why =
        role && isCreator({ role })
          ? await bringClip(ctx, zip, video, { userId, site: document.site })
          : msg('Only content creators can upload videos.');
      if (why === null) outcome.clips += 1;
      else leaveOut(what, why);
    }
    return outcome;
  });
}

async function readDocument(zip: Zip, turn: Turn) {
  const problem = msg('This is not the ZIP file of an export.');
  if (zip.sizeOf('data.json') === null) throw new BadZip(problem);
  const text = (await zip.read('data.json', MAX_DOCUMENT)).toString();
  return await parseUntrusted('exportDocument', { text }, turn);
}

/** What of the profile is well-formed, with the largest of its pictures. */
async function readProfile(zip: Zip, { displayName, bio }: Pick<Document, 'displayName' | 'bio'>) {
  const pictures = zip.names
    .filter((name) => /^profile\/\d+\.webp$/.test(name) && (zip.sizeOf(name) ?? 0) <= MAX_PROFILE_IMAGE)
    .toSorted((one, two) => (zip.sizeOf(two) ?? 0) - (zip.sizeOf(one) ?? 0));
  const [picture] = pictures;
  return {
    displayName,
    bio,
    picture: picture ? await zip.read(picture, MAX_PROFILE_IMAGE) : null,
  };
}

/** Null: it is a submission now; else why not. */
async function bringClip(
  ctx: Context,
  zip: Zip,
  clip: Document['videos'][number],
  { userId, site }: { userId: number; site: string },
): Promise<string | null> {
  if (!clip) return msg('What the archive says about it could not be read.');
  const { file, id } = clip;
  const size = file === null ? null : zip.sizeOf(file);
  if (file === null || size === null) return msg('Its file is not in the archive.');
  if (size > MAX_UPLOAD) return msg('Its file is larger than 300 MB.');
  const fields = UploadFields.safeParse({
    title: clip.title,
    category: clip.category,
    visibility: clip.visibility,
    description: clip.description,
    location: clip.location,
  });
  if (!fields.success) return fields.error.issues[0]?.message ?? msg('Its words are not valid.');
  const idempotencyKey = `import-${createHash('sha256').update(`${id} ${site}`).digest('hex').slice(0, 32)}`;
  try {
    requireCategory(ctx, 'videos', fields.data.category);
    await takeClip(ctx, { userId, size, idempotencyKey, fields: fields.data }, () => zip.open(file));
    return null;
  } catch (error) {
    if (error instanceof HttpError && error.status !== 507) return error.message;
    if (error instanceof BadZip) return error.message;
    throw error;
  }
}
