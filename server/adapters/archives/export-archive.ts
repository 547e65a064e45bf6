import { z } from 'zod';
import { Bio, DisplayName, MAX_PROFILE_IMAGE } from '#contract/accounts/accounts.ts';
import { MAX_IMPORT } from '#contract/exports/exports.ts';
import { Edit } from '#contract/submissions/edit.ts';
import { UploadLocation } from '#contract/submissions/location.ts';
import { Labels, SupportLink } from '#contract/videos/labels.ts';
import { Focus, Visibility } from '#contract/videos/videos.ts';
import { BrokenFile, FILES, LeftOut } from '../untrusted/faults.ts';
import type { Parser } from '../untrusted/parser.ts';
import { parseShallowJson } from '../untrusted/shallow-json.ts';
import { ZipEntry } from '../zip/open-entry.ts';
import { readZip, type ReadZip } from '../zip/read-zip.ts';

const LIMITS = { files: 10_000, bytes: 2 * MAX_IMPORT };
const MAX_DOCUMENT = 2 << 20;
const MAX_VIDEOS = 500;

/** What is read of `data.json`; a part that isn't as it should be is left out, and the others come in. */
const Document = z.object({
  format: z.literal('lll-export'),
  version: z.literal(1),
  site: z.string(),
  account: z.object({ displayName: z.unknown(), bio: z.unknown() }).partial().catch({}),
  videos: z.array(z.unknown()).max(MAX_VIDEOS),
});

const ExportedVideo = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string().nullish(),
  category: z.string(),
  // archives of before have none
  visibility: Visibility.optional().catch(undefined),
  /** Of the form of an upload: JSON. */
  location: z.string(),
  tags: z.string(),
  labels: z.string(),
  edit: z.string(),
  focus: Focus.nullable(),
  downloadable: z.boolean().nullable(),
  supportLink: z.string().nullable(),
  file: z
    .string()
    .regex(/^videos\/[\w-]+\.\w+$/)
    .nullable(),
});

const Given = ExportedVideo.extend({
  location: UploadLocation.nullish()
    .catch(null)
    .transform((location) => (location ? JSON.stringify(location) : '')),
  tags: z
    .array(z.string())
    .nullish()
    .catch(null)
    .transform((tags) => (tags ? JSON.stringify(tags) : '')),
  labels: Labels.nullish()
    .catch(null)
    .transform((labels) => (labels ? JSON.stringify(labels) : '')),
  // one that can't be read leaves its video out: the file holds what was cut away
  edit: Edit.nullish().transform((edit) => (edit ? JSON.stringify(edit) : '')),
  focus: Focus.nullable().catch(null),
  downloadable: z.boolean().nullable().catch(null),
  supportLink: SupportLink.catch(null),
});

const Result = z.object({
  site: z.string(),
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  /** The largest of the profile's pictures. */
  picture: ZipEntry.nullable(),
  /** Null: this video's metadata could not be read. `entry` is null if its file is missing. */
  videos: z.array(ExportedVideo.extend({ entry: ZipEntry.nullable() }).nullable()),
  leftOut: z.array(LeftOut),
});

/** One of our own exports. */
export const exportArchive: Parser<{ path: string }, z.infer<typeof Result>> = {
  Result,
  parse: ({ path }) =>
    readZip(path, LIMITS, async (zip) => {
      const { site, account, videos } = await readDocument(zip);
      return {
        site,
        displayName: DisplayName.safeParse(account.displayName).data ?? null,
        bio: Bio.safeParse(account.bio).data ?? null,
        picture: findPicture(zip),
        videos: videos.map((given) => {
          const video = Given.safeParse(given).data;
          return video ? { ...video, entry: zip.files.get(video.file ?? '') ?? null } : null;
        }),
        leftOut: zip.leftOut,
      };
    }),
};

async function readDocument(zip: ReadZip): Promise<z.infer<typeof Document>> {
  const size = zip.files.get('data.json')?.size;
  if (size === undefined) throw new BrokenFile(FILES.NO_EXPORT());
  if (size > MAX_DOCUMENT) throw new BrokenFile(FILES.DOCUMENT_TOO_LARGE());
  const text = (await zip.read('data.json', MAX_DOCUMENT)).toString();
  try {
    return Document.parse(parseShallowJson(text));
  } catch (cause) {
    throw new BrokenFile(FILES.NO_EXPORT(), { cause });
  }
}

const findPicture = ({ files }: ReadZip): ZipEntry | null =>
  [...files]
    .filter(([name, { size }]) => /^profile\/\d+\.webp$/.test(name) && size <= MAX_PROFILE_IMAGE)
    .map(([, entry]) => entry)
    .toSorted((one, two) => two.size - one.size)[0] ?? null;
