import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Environment, readSettings } from './settings.ts';
import { startSite } from './start.ts';

/** Read by the S3 client itself. */
const FOREIGN = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
/** What owners set on the pages of the dashboard. */
const ON_PAGES = ['MAP_TILES_URL', 'BACKUP_S3_URL'];
/** More than anybody reads through. */
const MAX_SETTINGS = 51;
const example = readFileSync(path.resolve(import.meta.dirname, '../../../.env.example'), 'utf8');

describe('.env.example', () => {
  it('lists every setting, and nothing else', () => {
    const listed = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    const known = Object.keys(Environment.shape).filter((name) => !ON_PAGES.includes(name));
    expect(new Set(listed)).toEqual(new Set([...known, ...FOREIGN]));
    expect(listed).toHaveLength(new Set(listed).size);
    expect(listed.length).toBeLessThanOrEqual(MAX_SETTINGS);
  });

  it('contains valid values', () => {
    const values = parseEnv(example.replaceAll(/^#([A-Z])/gm, '$1'));
    const settings = readSettings({ ...values, PAYMENTS: 'test' });
    expect(settings.PORT).toBe(3000);
    expect(settings.SITE_NAME).toBe('LLL');
  });
});

describe('settings', () => {
  it('are each named in the error about an invalid value', () => {
    for (const name of Object.keys(Environment.shape)) {
      const read = () => readSettings({ [name]: 'b!' });
      try {
        read();
      } catch {
        expect(read).toThrow(new RegExp(`^([A-Z0-9_]+ and )?${name} `));
      }
    }
  });

  it('prevent startup if they name a model that does not exist', async () => {
    const settings = readSettings({ TRANSCRIBE_MODEL: '/nowhere', PORT: '0', LOG_LEVEL: 'silent' });
    const site = await startSite(settings, []);
    await expect(site.ready).rejects.toThrow(/^TRANSCRIBE_MODEL leads to \/nowhere, but there is no such/);
    await site.stop();
  });

  it('treat an empty value as unset', () => {
    expect(readSettings({ PORT: '', PUBLIC_URL: '', SMTP_URL: '' })).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
    });
  });

  it.each([
    [{}, { HOST: '127.0.0.1', SAMPLE_CONTENT: true, PAYMENTS: 'test' }],
    [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0', SAMPLE_CONTENT: false, PAYMENTS: 'off' }],
    [
      { NODE_ENV: 'production', PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b' },
      { PAYMENTS: 'paypal', PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' },
    ],
    [
      { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b', PAYPAL_LIVE: 'true' },
      { PAYMENTS: 'paypal', PAYPAL_API_URL: 'https://api-m.paypal.com' },
    ],
    [
      { PORT: '80', PUBLIC_URL: 'https://x.example/' },
      { PORT: 80, PUBLIC_URL: 'https://x.example' },
    ],
    [{ DATABASE_URL: 'postgres://db/x' }, { DATABASE_PREPARE: true }],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, { DATABASE_PREPARE: false }],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x', DATABASE_PREPARE: 'on' }, { DATABASE_PREPARE: true }],
    [{ TRUST_PROXY: '2' }, { TRUST_PROXY: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { TRUST_PROXY: '10.0.0.0/8, ::1' }],
    [{ ROLES: 'worker' }, { ROLES: ['worker'] }],
    [
      { BACKUP_S3_URL: 's3://clips/site-backups', STORAGE_URL: 's3://clips/site' },
      { BACKUP_S3_URL: 's3://clips/site-backups' },
    ],
    [
      { WEB_ORIGIN: 'https://a.example, https://b.example' },
      { WEB_ORIGIN: ['https://a.example', 'https://b.example'] },
    ],
  ])('%j', (environment: Record<string, string>, expected) => {
    expect(readSettings(environment)).toMatchObject(expected);
  });

  it.each([
    [{ NODE_ENV: 'production', PAYMENTS: 'test' }, /^PAYMENTS /],
    [{ PAYMENTS: 'paypal' }, /^PAYMENTS .*PAYPAL_CLIENT_ID/],
    [{ GOOGLE_CLIENT_ID: 'a' }, /^GOOGLE_CLIENT_ID .*GOOGLE_CLIENT_SECRET/],
    [{ SITE_NAME: ' ' }, /^SITE_NAME must not be blank/],
    [{ SITE_NAME: 'x'.repeat(61) }, /^SITE_NAME must have at most 60 characters/],
    [{ PORT: '1.5' }, /^PORT must be a port number/],
    [{ TRUST_PROXY: 'everybody' }, /^TRUST_PROXY must /],
    [{ ADMIN_USERNAME: 'a b' }, /^ADMIN_USERNAME must /],
    [{ ADMIN_EMAIL: 'nobody' }, /^ADMIN_EMAIL must /],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must /],
    [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must be an address that starts with smtp:/],
    [{ SMTP_URL: 'smtp://a.example?encryption=ssl' }, /^SMTP_URL knows \?encryption=none and/],
    [{ PAYPAL_CLIENT_ID: 'a' }, /^PAYPAL_CLIENT_ID .*PAYPAL_CLIENT_SECRET/],
    [{ BACKUP: 'maybe' }, /^BACKUP must be on or off/],
    [
      { BACKUP: 'on', DATABASE_URL: 'postgres://joe@db/x' },
      /^BACKUP must not be on when DATABASE_URL is set/,
    ],
    [{ BACKUP_S3_URL: 's3://' }, /^BACKUP_S3_URL must name a bucket/],
    [{ BACKUP_S3_URL: 's3://b', DATABASE_URL: 'postgres://joe@db/x' }, /^BACKUP_S3_URL must not be set when/],
    [
      { BACKUP_S3_URL: 's3://clips/site/backups', STORAGE_URL: 's3://clips/site?region=eu' },
      /^BACKUP_S3_URL must name another bucket or prefix than STORAGE_URL/,
    ],
    [{ BACKUP_S3_URL: 's3://key@backups' }, /^BACKUP_S3_URL must have both credentials or none/],
    [
      { UPDATE_FEED_URL: 'https://r.example/lll.json#c2hvcnQ=' },
      /^UPDATE_FEED_URL must end with a public key/,
    ],
    [{ LIMITS: 'signUpsPerHour=-1' }, /^LIMITS has a wrong signUpsPerHour, which must not be negative/],
    [{ LIMITS: 'uploadsPerDay=much' }, /^LIMITS has a wrong uploadsPerDay, which must be a number of bytes/],
    [{ LIMITS: 'uploads=1G' }, /^LIMITS knows no uploads, only uploadsPerDay, pendingSubmissions/],
    [{ UPDATE_FEED_URL: 'ftp://releases' }, /^UPDATE_FEED_URL must be an address/],
    [{ BACKUP_KEY: 'short' }, /^BACKUP_KEY must have at least 16 characters\.$/],
    [{ METRICS: 'maybe' }, /^METRICS must be on or off \(it is "maybe"\)/],
    [{ ADMIN_PASSWORD: 'secret' }, /^ADMIN_PASSWORD must have at least 8 characters\.$/],
    [{ STORAGE_URL: 's3://' }, /^STORAGE_URL must name a bucket/],
    [{ STORAGE_URL: 's3://?region=eu-west-1' }, /^STORAGE_URL must name a bucket/],
    [{ MEDIA_URL: 'https://media.example' }, /^MEDIA_URL and MEDIA_STORAGE_URL must be set together/],
    [{ MEDIA_URL: 'media.example', MEDIA_STORAGE_URL: 's3://p' }, /^MEDIA_URL must be an address/],
    [
      { MEDIA_URL: 'https://m.example', MEDIA_STORAGE_URL: 's3://b/site/public', STORAGE_URL: 's3://b/site' },
      /^MEDIA_STORAGE_URL must name another bucket or prefix than STORAGE_URL/,
    ],
    [{ MEDIA_ACCEL: 'internal-media' }, /^MEDIA_ACCEL must be a path/],
    [{ MEDIA_ACCEL: '/media/../x/' }, /^MEDIA_ACCEL must be a path/],
    [{ MEDIA_ACCEL: '/internal-media/', STORAGE_URL: 's3://b' }, /^MEDIA_ACCEL .*STORAGE_URL/],
    // a host that is none would begin a rule of its own in the content policy
    ...['https://x;script-src-elem/a', 'https://x,y/', "https://'self'/", 'https://*.example/'].flatMap(
      (address): [Record<string, string>, RegExp][] => [
        [{ MAP_TILES_URL: address }, /^MAP_TILES_URL must be an address/],
        [{ MEDIA_URL: address, MEDIA_STORAGE_URL: 's3://p' }, /^MEDIA_URL must be an address/],
        [{ PUBLIC_URL: address }, /^PUBLIC_URL must be an address/],
        [{ PAYPAL_API_URL: address }, /^PAYPAL_API_URL must be an address/],
        [{ PAYPAL_SDK_URL: address }, /^PAYPAL_SDK_URL must be an address/],
        [{ WEB_ORIGIN: new URL(address).origin }, /^WEB_ORIGIN must be origins/],
        [{ STORAGE_URL: `s3://b?endpoint=${address}` }, /^STORAGE_URL must have an endpoint/],
      ],
    ),
    [{ STORAGE_URL: 's3://x;y' }, /^STORAGE_URL must be an address/],
    [{ DATABASE_URL: 'mysql://joe:secret@db/x' }, /^DATABASE_URL must [^(]*$/],
  ])('%j is rejected', (environment: Record<string, string>, sentence) => {
    expect(() => readSettings(environment)).toThrow(sentence);
  });
});
