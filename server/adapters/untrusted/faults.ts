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
  TOO_COMPLEX: 'This file is too complex to read.',
  LINE: 'Line {0}: {1}',
  NOT_CAPTIONS: "This isn't WebVTT or SubRip. It has no line like 00:00:01.000 --> 00:00:03.000.",
  TOO_MANY_CUES: 'Please add no more than {0} cues.',
  CUE_ENDS_EARLY: 'This cue ends before it starts.',
  CUE_ENDS_LATE: 'This cue is past the end of the video.',
  NO_CUES: 'This file has no text.',
  TOO_MANY_LINES: 'The file has too many lines.',
  LINE_TOO_LONG: 'This line is too long.',
  NO_TEXT: "This line has characters that don't belong in text. Is it another kind of file?",
  NO_BLANK_AFTER_WEBVTT: 'Add a blank line after WEBVTT.',
  NO_BLANK_LINE: 'Add a blank line before the next cue.',
  NO_ARROW: 'Add --> between the two times.',
  NO_START: 'The start time isn’t valid. Use the format 00:00:01.000.',
  NO_END: 'The end time isn’t valid. Use the format 00:00:03.000.',
  CUE_TOO_LONG: 'Please keep each text under {0} characters.',
  TOO_MANY_VIDEOS: 'The archive contains too many videos.',
  NO_VIDEO: 'This archive has no videos.',
  ARCHIVE_LOCKED: 'This archive is password-protected. Please use one without a password.',
  UNREADABLE: "Couldn't read it.",
  TOO_MANY_LISTS: "The archive contains too many lists and wasn't read.",
  TOO_MANY_LISTED: 'The archive lists too many videos. The rest were skipped.',
  MORE_LEFT_OUT: '{0} more were skipped.',
  NOT_IN_ARCHIVE: "Its file isn't in the archive.",
  NO_EXPORT: "This isn't an export's ZIP file.",
  DOCUMENT_TOO_LARGE: 'Its data.json is too large.',
  NO_ZIP: "This file is damaged or isn't a ZIP file.",
  MISSING: "This file isn't in the archive.",
  FILE_TOO_LARGE: 'This file is too large.',
  TOO_MANY_FILES: 'The archive contains too many files.',
  TOO_LARGE: "It's too large for an archive.",
  NAME_TOO_LONG: 'Its name is too long.',
  NAME_LEADS_OUT: 'Its path points outside the archive.',
  LINK: "It's a link.",
  NO_FILE: "It isn't a file.",
  TWICE: 'The archive contains it twice.',
  OVERLAP: "The files in this archive overlap, so it can't be read safely.",
  LOCKED: 'This file is password-protected.',
  DAMAGED: 'This file is damaged.',
  NO_TABLE: 'This isn’t a CSV file. Please use commas or semicolons between the columns.',
  HEADER: 'The first line must be {0}.',
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
