import { z } from 'zod';
import {
  MessageError,
  readMessage,
  storedMessages,
  type Stored,
  type StoredMessage,
} from '#contract/text/message.ts';

/** Errors in an archive or captions, or in a file of an archive, shown to the uploader. */
export const FILES = storedMessages('files', {
  TOO_COMPLEX: 'This file is too complex to be read.',
  LINE: 'Line {0}: {1}',
  NOT_CAPTIONS: 'This is neither WebVTT nor SubRip: it holds no line such as 00:00:01.000 --> 00:00:03.000.',
  TOO_MANY_CUES: 'Please keep to {0} cues.',
  CUE_ENDS_EARLY: 'This cue ends before it begins.',
  CUE_ENDS_LATE: 'This cue lies beyond the end of the clip.',
  NO_CUES: 'Nothing is said in this file.',
  TOO_MANY_LINES: 'The file has too many lines.',
  LINE_TOO_LONG: 'This line is too long.',
  NO_TEXT: 'This line holds characters that no text has. Is it another kind of file?',
  NO_BLANK_AFTER_WEBVTT: 'There has to be a blank line after WEBVTT.',
  NO_BLANK_LINE: 'There has to be a blank line before the next cue.',
  NO_ARROW: 'There has to be --> between the two times.',
  NO_START: 'The time it begins at can’t be read. It looks like 00:00:01.000.',
  NO_END: 'The time it ends at can’t be read. It looks like 00:00:03.000.',
  CUE_TOO_LONG: 'Please keep each text under {0} characters.',
  TOO_MANY_VIDEOS: 'The archive holds too many films.',
  NO_VIDEO: 'There is no film in this archive.',
  ARCHIVE_LOCKED: 'This archive needs a password. Please make one without.',
  UNREADABLE: 'It could not be read.',
  TOO_MANY_LISTS: 'The archive holds too many lists: it was not read.',
  TOO_MANY_LISTED: 'The archive lists too many videos: the rest was not read.',
  MORE_LEFT_OUT: '{0} more were left out.',
  NOT_IN_ARCHIVE: 'Its file is not in the archive.',
  NO_EXPORT: 'This is not the ZIP file of an export.',
  DOCUMENT_TOO_LARGE: 'Its data.json is too large.',
  NO_ZIP: 'This file is damaged, or not a ZIP file.',
  MISSING: 'This file is not in the archive.',
  FILE_TOO_LARGE: 'This file is too large.',
  TOO_MANY_FILES: 'The archive holds too many files.',
  TOO_LARGE: 'It is larger than an archive can hold.',
  NAME_TOO_LONG: 'Its name is too long.',
  NAME_LEADS_OUT: 'Its name leads out of the archive.',
  LINK: 'It is a link.',
  NO_FILE: 'It is no file.',
  TWICE: 'The archive holds it twice.',
  OVERLAP: 'The files of this archive lie over each other, which no program writes.',
  LOCKED: 'This file needs a password.',
  DAMAGED: 'This file is damaged.',
});

const Value = z.union([z.string(), z.number()]);
const Cause = z.object({ code: z.string(), values: z.array(Value) });

/** A stored message, which may name another as its cause. */
const Fault: z.ZodType<Stored> = Cause.extend({ values: z.array(z.union([Value, Cause])) });

/** A part of an archive that is no file to take, and why. */
export const LeftOut = z.object({
  what: z.string(),
  why: Fault,
});
export type LeftOut = z.infer<typeof LeftOut>;
/** A column of such parts. */
export const readLeftOut = (stored: unknown): { what: string; why: StoredMessage }[] =>
  z
    .array(LeftOut)
    .parse(stored)
    .map(({ what, why }) => ({ what, why: readMessage(why) }));

/** A file that can't be taken as it is: why, and of a text file the line it is about, from 1. */
export class BrokenFile extends MessageError {
  override name = 'BrokenFile';
  readonly line: number | undefined;
  constructor(text: StoredMessage, { line, cause }: { line?: number | undefined; cause?: unknown } = {}) {
    super(text, { cause });
    this.line = line;
  }
}

/** Reading a file took more time or memory, or gave more, than its parser may. */
export class TooComplex extends BrokenFile {
  override name = 'TooComplex';
  constructor(cause: string) {
    super(FILES.TOO_COMPLEX(), { cause });
  }
}

/** As many files as may be are being read at the moment: try again in a few seconds. */
export class ParsersBusy extends Error {
  override name = 'ParsersBusy';
}
