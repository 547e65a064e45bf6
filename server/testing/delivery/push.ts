import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface TestPushService {
  /** As PushSubscription.toJSON() returns it. */
  subscription(): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What came, opened as a browser does (RFC 8291), once there are `count`; waits up to 20 s for them. */
  pushes(count: number): Promise<Record<string, unknown>[]>;
  /** What came for this subscription. */
  pushesTo(endpoint: string): Record<string, unknown>[];
  /** How many were handed over for this subscription, whatever it answered. */
  triesTo(endpoint: string): number;
  /** The headers of the last one. */
  headers(): IncomingHttpHeaders;
  /** What it answers from now on. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** A push service on this machine and a browser behind it, which sites ask in tests. */
export async function startPushService(): Promise<TestPushService> {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  const received: { path: string; message: Record<string, unknown> }[] = [];
  const tried: string[] = [];
  let headers: IncomingHttpHeaders = {};
  let status = 201;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      headers = request.headers;
      const path = request.url ?? '';
      tried.push(path);
      if (status < 300)
        received.push({
          path,
          message: JSON.parse(open(Buffer.concat(chunks))) as Record<string, unknown>,
        });
      response.writeHead(status).end();
    });
  });
  const open = (body: Buffer): string => {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
    const secret = hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32);
    const derive = (what: string, size: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${what}\0`, size));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    subscription: () => ({
      endpoint: `http://127.0.0.1:${port}/push/${randomBytes(6).toString('hex')}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    }),
    async pushes(count) {
      for (let tries = 0; tries < 400 && received.length < count; tries += 1) await wait(50);
      return received.map(({ message }) => message);
    },
    pushesTo: (endpoint) =>
      received.filter(({ path }) => endpoint.endsWith(path)).map(({ message }) => message),
    triesTo: (endpoint) => tried.filter((path) => endpoint.endsWith(path)).length,
    headers: () => headers,
    answerWith: (next) => void (status = next),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The claims of a push's VAPID signature (RFC 8292), if this public key signed them. */
export function readVapid(authorization: string, publicKey: string): Record<string, unknown> | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const signer = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) },
  });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed || key !== publicKey) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}
