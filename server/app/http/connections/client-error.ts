import type { Socket } from 'node:net';
import type { Language } from '#contract/text/languages.ts';
import { msg } from '#contract/text/message.ts';
import { translate } from '#server/app/i18n/translate.ts';

const DRAIN_MS = 2_000;

const ANSWERS: Record<string, [line: string, code: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'TOO_LARGE',
    msg('The request has too many headers.'),
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TOO_SLOW', msg('The request took too long to arrive.')],
};

/**
 * Answers malformed HTTP in the same form as every other error. What the client still sends is read and
 * discarded for a moment: closing at once would reset the connection and lose the response. `language`: from
 * the request where its headers were parsed, else the owner's default.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, language: Language): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.writableEnded) return;
  const [line, code, sentence] = ANSWERS[error.code ?? ''] ?? [
    '400 Bad Request',
    'INVALID_INPUT',
    msg("We couldn't understand the request."),
  ];
  const body = JSON.stringify({ error: translate(language, sentence), code });
  const head = [
    `HTTP/1.1 ${line}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Language: ${language}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.removeAllListeners('data');
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
  socket.once('close', () => clearTimeout(timer));
}
