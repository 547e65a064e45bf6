import { z } from 'zod';
import { Bio, DisplayName } from '#contract/accounts/accounts.ts';
import { UploadLocation } from '#contract/studio/place.ts';
import { Visibility } from '#contract/videos.ts';
import { msg } from '#contract/text/said.ts';
import { BrokenFile } from '../untrusted/faults.ts';
import type { Parser } from '../untrusted/parser.ts';
import { parseShallowJson } from '../untrusted/shallow-json.ts';

const MAX_VIDEOS = 500;
export const NO_EXPORT = msg('This is not the ZIP file of an export.');

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
  file: z
    .string()
    .regex(/^videos\/[\w-]+\.\w+$/)
    .nullable(),
});
export type ExportedVideo = z.infer<typeof ExportedVideo>;

const Given = ExportedVideo.extend({
  location: UploadLocation.nullish()
    .catch(null)
    .transform((location) => (location ? JSON.stringify(location) : '')),
});

const Result = z.object({
  site: z.string(),
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  /** Null: what it says about this video could not be read. */
  videos: z.array(ExportedVideo.nullable()),
});

/** The `data.json` of one of our own exports. */
export const exportDocument: Parser<{ text: string }, z.infer<typeof Result>> = {
  Result,
  parse({ text }) {
    const { site, account, videos } = readDocument(text);
    return {
      site,
      displayName: DisplayName.safeParse(account.displayName).data ?? null,
      bio: Bio.safeParse(account.bio).data ?? null,
      videos: videos.map((given) => Given.safeParse(given).data ?? null),
    };
  },
};

function readDocument(text: string): z.infer<typeof Document> {
  try {
    return Document.parse(parseShallowJson(text));
  } catch (cause) {
    throw new BrokenFile(NO_EXPORT, { cause });
  }
}
