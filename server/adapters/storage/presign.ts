import { createHash, createHmac } from 'node:crypto';

export interface PresignedRequest {
  method: 'GET' | 'PUT';
  /** Without a query. */
  url: string;
  /** The query's own parameters. */
  query?: Record<string, string>;
  /** That the request has to carry as they are here, by lower-case names; the host always. */
  headers?: Record<string, string>;
  /** It holds from here on for so many seconds (604,800 at most). */
  from: Date;
  seconds: number;
}

export interface SigningKey {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/**
 * An address that allows one kind of request until it expires, whoever sends it: AWS Signature Version 4 in the query
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html), the payload unsigned.
 */
export function presign(request: PresignedRequest, key: SigningKey): string {
  const { host, origin, pathname } = new URL(request.url);
  const time = `${request.from.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `${time.slice(0, 8)}/${key.region}/s3/aws4_request`;
  const headers = Object.entries({ ...request.headers, host }).toSorted(byName);
  const names = headers.map(([name]) => name).join(';');
  const query = Object.entries({
    ...request.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${key.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(request.seconds),
    'X-Amz-SignedHeaders': names,
    ...(key.sessionToken ? { 'X-Amz-Security-Token': key.sessionToken } : {}),
  })
    .toSorted(byName)
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .join('&');
  const canonical = [
    request.method,
    pathname,
    query,
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')];
  const signing = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  return `${origin}${pathname}?${query}&X-Amz-Signature=${hmac(signing, toSign.join('\n')).toString('hex')}`;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);

/** RFC 3986: everything but letters, digits and -._~. */
const escape = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
