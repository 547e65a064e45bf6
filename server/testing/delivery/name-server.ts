import { createHook } from 'node:async_hooks';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { onTestFinished } from 'vitest';

export interface TestNameServer {
  /** `address:port` */
  address: string;
  /** The names queried, without duplicates. */
  queries: Set<string>;
  /** Names that the process resolved by getaddrinfo during the test. */
  byThreads: string[];
  /** From now on answers queries with NXDOMAIN. */
  deny(): void;
}

/** A local name server that doesn't respond by default; ends with the test. */
export async function startNameServer(): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  const open: { query: Buffer; from: RemoteInfo }[] = [];
  const [queries, byThreads] = [new Set<string>(), [] as string[]];
  let denies = false;
  const denyOne = ({ query, from }: { query: Buffer; from: RemoteInfo }) => {
    const answer = Buffer.from(query);
    // QR and RD, then RA and NXDOMAIN (RFC 1035, 4.1.1)
    answer.writeUInt16BE(0x81_83, 2);
    socket.send(answer, from.port, from.address);
  };
  socket.on('message', (query, from) => {
    queries.add(nameIn(query));
    if (denies) denyOne({ query, from });
    else open.push({ query, from });
  });
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'GETADDRINFOREQWRAP') byThreads.push((resource as { hostname?: string }).hostname ?? '');
    },
  }).enable();
  onTestFinished(() => {
    hook.disable();
    socket.close();
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    byThreads,
    deny() {
      denies = true;
      for (const each of open.splice(0)) denyOne(each);
    },
  };
}

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12, length = query[at] ?? 0; length > 0; at += length + 1, length = query[at] ?? 0)
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
  return labels.join('.').toLowerCase();
}
