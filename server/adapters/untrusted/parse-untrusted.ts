import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { readMessage } from '#contract/text/message.ts';
import { BrokenFile, TooComplex } from './faults.ts';
import { PARSERS, type InputOf, type Limits, type ParserName, type ResultOf } from './parsers.ts';
import { inTurn, type Turn } from './slots.ts';
import type { Answer } from './untrusted.child.ts';

const PROGRAM = join(import.meta.dirname, 'untrusted.child.ts');
/** A process that ran out of memory ends by this signal, or a shell's code for it. */
const ABORTED = 134;
const MAX_STDERR = 8 << 10;

/**
 * Parses an untrusted file by one of PARSERS in a separate process, with limits on time, memory and output
 * size. The output is checked against the parser's schema there, and returned as text of bounded length.
 * Rejects with BrokenFile (its message is for the uploader), TooComplex (a BrokenFile too: a limit was
 * reached) or ParsersBusy.
 */
export async function parseUntrusted<Name extends ParserName>(
  name: Name,
  input: InputOf<Name>,
  { signal, ...turn }: Turn & { signal?: AbortSignal | undefined },
): Promise<ResultOf<Name>> {
  // a user waits for a call
  const args = [name, turn.waits ? '5' : '0'];
  const text = await inTurn(turn, signal, () => run(args, serialize(input), PARSERS[name], signal)).catch(
    (error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    },
  );
  const answer = JSON.parse(text) as Answer;
  if ('broken' in answer) throw new BrokenFile(readMessage(answer.broken.text), { line: answer.broken.line });
  if ('limit' in answer) throw new TooComplex(answer.limit);
  // its process parsed it by that very schema
  return answer.value as ResultOf<Name>;
}

function run(of: string[], input: Buffer, limits: Limits, signal: AbortSignal | undefined): Promise<string> {
  const { seconds, memoryMiB, maxOutput } = limits;
  return new Promise((resolve, reject) => {
    const args = [`--max-old-space-size=${memoryMiB}`, PROGRAM, ...of];
    const child = spawn(process.execPath, args, {
      env: {},
      signal,
      killSignal: 'SIGKILL',
      timeout: seconds * 1000,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // a character takes three bytes at most, and a little is around it
      if (size > 3 * maxOutput + 100) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr
      .setEncoding('utf8')
      .on('data', (more: string) => (stderr = (stderr + more).slice(-MAX_STDERR)));
    // it may end before it has read all of it
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString());
      else if (killedBy !== null || code === ABORTED) reject(new TooComplex(`${of[0]}: ${killedBy ?? code}`));
      else reject(new Error(`The parser ${of[0]} ended with ${code}: ${stderr}`));
    });
  });
}
