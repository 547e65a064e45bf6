import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends exactly these bytes; returns what the server sends until it closes, or until the response is as long
 * as its Content-Length. Status 0: the server closed without a response.
 */
export function sendRaw(url: string, parts: Iterable<string | Uint8Array>): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    const finish = (): void => {
      socket.destroy();
      resolve(parseAnswer(received));
    };
    socket.setTimeout(20_000, () => {
      socket.destroy();
      reject(new Error(`no whole answer within 20 s, only: ${received.toString('latin1').slice(0, 500)}`));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isWhole(received)) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    void writeAll(socket, parts);
  });
}

async function writeAll(
  socket: ReturnType<typeof connect>,
  parts: Iterable<string | Uint8Array>,
): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed) return;
    const flushed = socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
    if (!flushed)
      await new Promise<void>((resolve) => socket.once('drain', resolve).once('close', () => resolve()));
  }
}

function isWhole(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, end + 2))?.[1];
  return length !== undefined && received.length >= end + 4 + Number(length);
}

function parseAnswer(received: Buffer): RawAnswer {
  const [head = '', ...rest] = received.toString('utf8').split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}
