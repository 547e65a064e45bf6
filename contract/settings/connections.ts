import { z } from 'zod';
import { isHost } from '../site/address.ts';
import { line } from '../values.ts';
import { msg, rule } from '#contract/text/message.ts';

const httpAddress = (example: string) =>
  line(500, { what: 'address' }).refine(
    (value) =>
      URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && isHost(new URL(value).hostname),
    rule`Please enter an address such as ${example}.`,
  );
const secret = line(500, { what: 'secret' }).nullable();
const id = (what: string) => line(200, { what }).nullable();

const logo = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'Please upload the logo first.')
  .nullable();

/** All secrets; write-only, never returned. */
export const SECRETS = [
  'mailPassword',
  'paypalClientSecret',
  'identityClientSecret',
  'identity2ClientSecret',
  'youtubeKey',
  'backupSecretKey',
] as const;
export type SecretName = (typeof SECRETS)[number];

const isPlainBucket = (value: string): boolean => {
  const url = URL.parse(value);
  const endpoint = URL.parse(url?.searchParams.get('endpoint') ?? 'https://s3.example.org');
  return (
    url?.protocol === 's3:' && url.hostname !== '' && url.username === '' && isHost(endpoint?.hostname ?? ';')
  );
};

export const Connections = z.object({
  /** Null: mails are written as files. */
  mailHost: z
    .string()
    .trim()
    .regex(
      /^[A-Za-z0-9.-]{1,253}$|^\[?[0-9a-fA-F:]{2,45}\]?$/,
      'Please enter a host such as smtp.example.org.',
    )
    .nullable(),
  mailPort: z
    .number('Please enter a port number.')
    .int('Please enter a port number.')
    .min(1, 'Please enter a port number.')
    .max(65_535, 'Please enter a port number.')
    .nullable(),
  /** starttls: upgraded to TLS (587). tls: TLS from the start (465). none: unencrypted. */
  mailSecurity: z.enum(['starttls', 'tls', 'none'], 'Unknown encryption.'),
  /** Takes a certificate that the server made itself, from a private network only. */
  mailSelfSigned: z.boolean(),
  mailUser: id(msg('user')),
  mailFrom: line(200, { what: 'sender' })
    .refine(
      (value) => /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value),
      'Please enter an email address, or a name and <address>.',
    )
    .nullable(),
  paypalClientId: id(msg('client ID')),
  paypalWebhookId: id(msg('webhook ID')),
  /** False: PayPal's sandbox. */
  paypalLive: z.boolean(),
  identityIssuer: httpAddress('https://accounts.google.com'),
  identityClientId: id(msg('client ID')),
  /** The button's label is "Continue with {name}". */
  identityName: line(40, { what: 'name' }),
  /** As `uploadLogo` answered; null: Google's sign for Google, none for others. */
  identityLogo: logo,
  /** A second provider beside it. */
  identity2Issuer: httpAddress('https://id.example.org').nullable(),
  identity2ClientId: id(msg('client ID')),
  identity2Name: line(40, { what: 'name' }).nullable(),
  identity2Logo: logo,
  mapTilesUrl: httpAddress('https://tiles.example.org/{z}/{x}/{y}.png').nullable(),
  /** Where backups go on this machine; null: a folder beside the site's data. */
  backupFolder: line(500, { what: 'folder' })
    .refine((value) => value.startsWith('/'), 'Please enter the full path, such as /mnt/backup/lll.')
    .nullable(),
  /** Each is sent there, too. */
  backupBucket: line(500, { what: 'bucket' })
    .refine(
      isPlainBucket,
      'Please enter an address such as s3://bucket/lll?endpoint=https://s3.example.org&region=eu-west-1.',
    )
    .nullable(),
  backupAccessKey: id(msg('access key')),
});
export type Connections = z.output<typeof Connections>;

export const Secrets = z.object({
  mailPassword: secret,
  paypalClientSecret: secret,
  identityClientSecret: secret,
  identity2ClientSecret: secret,
  youtubeKey: secret,
  backupSecretKey: secret,
});

export const CONNECTIONS = ['mail', 'paypal', 'identity', 'identity2', 'youtube', 'map', 'backup'] as const;
export const ConnectionName = z.enum(CONNECTIONS, 'Unknown connection.');
export type ConnectionName = z.infer<typeof ConnectionName>;
