import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { GivenCredential, NewCredential } from '#contract/accounts/passkeys.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);

interface State {
  origin: string;
  rpId: string;
  /** User presence, */
  present: boolean;
  /** and was recognized. */
  verified: boolean;
  /** The client data type that the browser sends. */
  type?: string;
  key: KeyObject;
  /** How much the next signature counter increases. */
  counts: number;
}

/** A software security key: returns what a browser and its authenticator would for a site's options. */
export function createAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  const state: State = {
    origin,
    rpId,
    present: true,
    verified: true,
    key: privateKey,
    counts: 1,
  };

  const clientData = (type: string, challenge: string) =>
    Buffer.from(
      JSON.stringify({ type: state.type ?? type, challenge, origin: state.origin, crossOrigin: false }),
    );
  const authenticatorData = (more: Buffer = Buffer.alloc(0)) => {
    counter += state.counts;
    const head = Buffer.alloc(5);
    head[0] = (state.present ? 1 : 0) + (state.verified ? 4 : 0) + (more.length ? 0x40 : 0);
    head.writeUInt32BE(Math.max(0, counter), 1);
    return Buffer.concat([sha256(state.rpId), head, more]);
  };
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
  };

  return {
    state,
    create({ challenge }: { challenge: string }): NewCredential {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authenticatorData(attested)),
      ]);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge }: { challenge: string }): GivenCredential {
      const client = clientData('webauthn.get', challenge);
      const data = authenticatorData();
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), state.key).toString('base64url'),
        },
      };
    },
  };
}
