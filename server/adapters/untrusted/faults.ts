import { inEnglish, msg, plain, type Said } from '#contract/text/said.ts';

/** A file that can't be taken as it is: one sentence for whoever sent it, and of a text file the line it is about, from 1. */
export class BrokenFile extends Error {
  override name = 'BrokenFile';
  readonly text: Said;
  readonly line: number | undefined;
  constructor(sentence: string | Said, { line, cause }: { line?: number | undefined; cause?: unknown } = {}) {
    const text = typeof sentence === 'string' ? plain(sentence) : sentence;
    super(inEnglish(text), { cause });
    this.text = text;
    this.line = line;
  }
}

/** Reading a file took more time or memory, or gave more, than its parser may. */
export class TooComplex extends BrokenFile {
  override name = 'TooComplex';
  constructor(cause: string) {
    super(msg('This file is too complex to be read.'), { cause });
  }
}

/** As many files as may be are being read at the moment: try again in a few seconds. */
export class ParsersBusy extends Error {
  override name = 'ParsersBusy';
}
