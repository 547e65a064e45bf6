import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A key pair and a self-signed X.509 certificate for it, as PEM: what a provider signs its webhooks with. */
export function makeCertificate(
  commonName: string,
  now = Date.now(),
): { privateKey: KeyObject; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = sequence(objectId('2a864886f70d01010b'), tlv(0x05, Buffer.alloc(0)));
  const name = sequence(tlv(0x31, sequence(objectId('550403'), tlv(0x0c, Buffer.from(commonName)))));
  const validity = sequence(utcTime(now - 3_600_000), utcTime(now + 10 * 365 * 24 * 3_600_000));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, now & 0xff])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    privateKey,
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** DER: tag, length, value (X.690). */
function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));
const objectId = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const utcTime = (ms: number) =>
  tlv(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
