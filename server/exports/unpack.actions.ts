import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Bio, DisplayName, MAX_PROFILE_IMAGE } from '#contract/accounts/accounts.ts';
import { MAX_IMPORT, type DataImport } from '#contract/accounts/exports.ts';
import { MAX_UPLOAD, UploadFields } from '#contract/submissions.ts';
import { Visibility } from '#contract/videos.ts';
import { readForeignJson } from '#server/adapters/zip/foreign-json.ts';
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
const MAX_CLIPS = 500;
const MAX_LEFT_OUT = 200;

/** What is read of `data.json`; a part that isn't as it should be is left out, and the others come in. */
const Document = z.object({
  format: z.literal('lll-export'),
  version: z.literal(1),
  site: z.string(),
  account: z.object({ displayName: z.unknown(), bio: z.unknown() }).partial().catch({}),
  videos: z.array(z.unknown()).max(MAX_CLIPS),
});

const Clip = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string().nullish(),
  category: z.string(),
  // archives of before have none
  visibility: Visibility.optional().catch(undefined),
  location: z.object({ latitude: z.number(), longitude: z.number() }).loose().nullish().catch(null),
  file: z
    .string()
    .regex(/^videos\/[\w-]+\.\w+$/)
    .nullable(),
});
type Clip = z.infer<typeof Clip>;

export type Outcome = Pick<DataImport, 'problem' | 'clips' | 'profile' | 'leftOut'>;
type Zip = Parameters<Parameters<typeof readZip>[2]>[0];

/** Brings in what an archive holds, for a person. Throws BadZip; may be repeated: for a day no clip comes in twice. */
export async function unpackArchive(ctx: Context, userId: number, path: string): Promise<Outcome> {
  return await readZip(path, LIMITS, async (zip) => {
    const document = await readDocument(zip);
    const outcome: Outcome = { problem: null, clips: 0, profile: [], leftOut: [] };
    const leaveOut = (what: string, why: string) => {
      if (outcome.leftOut.length < MAX_LEFT_OUT) outcome.leftOut.push({ what: cutText(what, 200), why });
    };
    outcome.profile = await fillProfile(ctx, userId, await readProfile(zip, document.account), leaveOut);
    const role = await readRole(ctx.db, userId);
    for (const [index, given] of document.videos.entries()) {
      const read = Clip.safeParse(given);
      const what = read.data?.title.trim() || `Clip ${index + 1}`;
      const why =
        role && isCreator({ role })
          ? await bringClip(ctx, zip, read.data ?? null, { userId, site: document.site })
          : msg('Only content creators can upload videos.');
      if (why === null) outcome.clips += 1;
      else leaveOut(what, why);
    }
    return outcome;
  });
}

async function readDocument(zip: Zip): Promise<z.infer<typeof Document>> {
  const problem = msg('This is not the ZIP file of an export.');
  if (zip.sizeOf('data.json') === null) throw new BadZip(problem);
  try {
    return Document.parse(await readForeignJson((await zip.read('data.json', MAX_DOCUMENT)).toString()));
  } catch (error) {
    throw error instanceof BadZip ? error : new BadZip(problem, { cause: error });
  }
}

/** What of the profile is well-formed, with the largest of its pictures. */
async function readProfile(zip: Zip, { displayName, bio }: { displayName?: unknown; bio?: unknown }) {
  const pictures = zip.names
    .filter((name) => /^profile\/\d+\.webp$/.test(name) && (zip.sizeOf(name) ?? 0) <= MAX_PROFILE_IMAGE)
    .toSorted((one, two) => (zip.sizeOf(two) ?? 0) - (zip.sizeOf(one) ?? 0));
  const [picture] = pictures;
  return {
    displayName: DisplayName.safeParse(displayName).data ?? null,
    bio: Bio.safeParse(bio).data ?? null,
    picture: picture ? await zip.read(picture, MAX_PROFILE_IMAGE) : null,
  };
}

/** Null: it is a submission now; else why not. */
async function bringClip(
  ctx: Context,
  zip: Zip,
  clip: Clip | null,
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
    location: clip.location ? JSON.stringify(clip.location) : '',
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
