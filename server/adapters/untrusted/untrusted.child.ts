// The process in which one file of a stranger is parsed: node untrusted.child.ts <parser> <nice>, its input (of v8.serialize) on
// standard input, an Answer as JSON on standard output.
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { deserialize } from 'node:v8';
import { ZodError } from 'zod';
import type { Stored } from '#contract/text/message.ts';
import { BrokenFile } from './faults.ts';
import type { Parser } from './parser.ts';
import { PARSERS, type ParserName } from './parsers.ts';

export type Answer =
  | { value: unknown }
  | { broken: { text: Stored; line?: number | undefined } }
  | { limit: string };

async function answer({ parse, Result }: Parser<never, unknown>): Promise<Answer> {
  try {
    return { value: Result.parse(await parse(deserialize(await buffer(process.stdin)) as never)) };
  } catch (error) {
    if (error instanceof BrokenFile) return { broken: { text: error.text.stored, line: error.line } };
    // of text too long, a stack too deep, a result that isn't what it may be
    if (error instanceof RangeError || error instanceof ZodError) return { limit: error.name };
    throw error;
  }
}

const [name, nice] = process.argv.slice(2);
setPriority(Number(nice));
const { load, maxOutput } = PARSERS[name as ParserName];
const text = JSON.stringify(await answer(await load()));
const tooMuch: Answer = { limit: 'output' };
process.stdout.write(text.length > maxOutput ? JSON.stringify(tooMuch) : text);
