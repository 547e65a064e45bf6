import path from 'node:path';
import { listIdentityProviders } from './identity-providers.ts';
import type { Settings } from './settings.ts';

/** What runs here and where, one line each: real, embedded, built in, or off. Nothing secret. */
export function describeServices(settings: Settings): [name: string, value: string][] {
  const below = (folder: string): string => path.join(settings.DATA_DIR, folder);
  const providers = listIdentityProviders(settings).map(({ issuer }) => new URL(issuer).host);
  return [
    ['Data', settings.DATA_DIR],
    [
      'Database',
      settings.DATABASE_URL
        ? `external, ${withoutSecrets(settings.DATABASE_URL)}`
        : `embedded PostgreSQL, ${below('postgres')}`,
    ],
    ['Media', settings.STORAGE_URL ? withoutSecrets(settings.STORAGE_URL) : below('media')],
    ['Parts', settings.ROLES.join(', ')],
    [
      'Mail',
      settings.SMTP_URL ? withoutSecrets(settings.SMTP_URL) : `off, written as files to ${below('mail')}`,
    ],
    ['Payments', describePayments(settings)],
    [
      'Sign-in',
      providers.length > 0 ? `passwords and ${providers.join(', ')}` : 'passwords; identity provider off',
    ],
    ['Import', settings.YOUTUBE_API_KEY ? new URL(settings.YOUTUBE_API_URL).host : 'off, no YOUTUBE_API_KEY'],
    ['Places', settings.GEOCODER_URL ? withoutSecrets(settings.GEOCODER_URL) : 'built-in map data'],
    [
      'Captions',
      settings.TRANSCRIBE_MODEL
        ? `automatic, ${settings.TRANSCRIBE_MODEL}`
        : 'manual only, no TRANSCRIBE_MODEL',
    ],
    ['Metrics', settings.METRICS ? '/metrics' : 'off'],
  ];
}

function describePayments({ PAYMENTS, PAYPAL_LIVE, PAYPAL_API_URL }: Settings): string {
  if (PAYMENTS === 'off') return 'off';
  if (PAYMENTS === 'test') return 'test, built in: no money moves';
  return `PayPal ${PAYPAL_LIVE ? 'live' : 'sandbox'}, ${new URL(PAYPAL_API_URL).host}`;
}

/** An address without user, password and query (where S3 and PostgreSQL take credentials, too). */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`;
}

/** The block a start prints. */
export function banner(settings: Settings): string {
  const lines = describeServices(settings).map(([name, value]) => `    ${name.padEnd(10)}${value}`);
  return `\n  ${settings.SITE_NAME} is ready at ${settings.PUBLIC_URL}\n\n${lines.join('\n')}\n\n`;
}
