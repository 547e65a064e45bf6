import { MessageError, msg } from '#contract/text/message.ts';
import { requestService } from '#server/adapters/service-request.ts';
import { openGeocoder } from '#server/adapters/geocoding/open.ts';
import { openIdentityProvider } from '#server/adapters/identity/openid.ts';
import { openVideoImport } from '#server/adapters/video-import/youtube.ts';
import { listIdentityProviders } from '#server/app/start/identity-providers.ts';
import { readOutbox } from '#server/app/mail/outbox.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { CHECKS_FAILED, failed, off, ok, warning, type Check, type Finding, type Parts } from './check.ts';

const LATE_MAIL_MINUTES = 15;

export const serviceChecks: Check[] = [
  {
    name: msg('Encoding'),
    advice: msg('Install ffmpeg (Debian: apt-get install ffmpeg), or set FFMPEG_PATH.'),
    async run(parts) {
      const media = await parts.media();
      const { version, missing: always } = await media.inspect();
      const lacksAv1 = parts.settings.owner.videos.av1 && !media.encodesAv1;
      const missing = lacksAv1 ? [...always, 'SVT-AV1'] : always;
      const text = msg`ffmpeg ${version}; ${media.describe()}`;
      if (missing.length > 0)
        return warning(
          msg`${text}; missing ${missing.join(', ')}`,
          msg("Install the system's full ffmpeg, or set FFMPEG_PATH."),
        );
      const [first] = media.warnings();
      return first ? warning(text, first) : ok(text);
    },
  },
  {
    name: msg('Captions'),
    advice: msg('See docs/captions.md for compatible models and their folder layout.'),
    async run({ speech }) {
      return speech
        ? ok(await speech.inspect())
        : off(msg('Automatic captions are off: TRANSCRIBE_MODEL is not set'));
    },
  },
  {
    name: msg('Mail'),
    advice: msg('Check that SMTP_URL has the host, port, user and password from your provider.'),
    async run(parts) {
      const { mail, settings } = parts;
      const text = await mail.check();
      const late = await describeLateMail(parts);
      if (late) return late;
      return settings.SMTP_URL || !settings.production
        ? ok(text)
        : warning(text, msg('Set SMTP_URL. No emails are being sent.'));
    },
  },
  {
    name: msg('Payments'),
    advice: msg('Check that the credentials belong to the same account and match PAYPAL_LIVE.'),
    async run({ settings }) {
      if (settings.PAYMENTS === 'paypal') return checkPaypal(settings);
      return settings.PAYMENTS === 'test' ? ok(msg('built-in test payments')) : off();
    },
  },
  {
    name: msg('Sign-in'),
    advice: msg("Check that OIDC_ISSUER matches the provider's issuer address."),
    async run({ settings }) {
      const providers = listIdentityProviders(settings);
      if (providers.length === 0) return off();
      const found = await Promise.all(providers.map((provider) => openIdentityProvider(provider).check()));
      return ok(found.reduce((one, other) => msg`${one}; ${other}`));
    },
  },
  {
    name: msg('Import'),
    advice: msg(
      'In the Google Cloud console, check that YOUTUBE_API_KEY is enabled for the YouTube Data API.',
    ),
    async run({ settings: { YOUTUBE_API_KEY: apiKey, YOUTUBE_API_URL: apiUrl } }) {
      if (!apiKey) return off();
      await openVideoImport({ apiUrl, apiKey }).lookUp(['jNQXAC9IVRw']);
      return ok(msg('the key works'));
    },
  },
  {
    name: msg('Places'),
    advice: msg('Check GEOCODER_URL. The built-in data is used in the meantime.'),
    async run({ settings }) {
      const faults: unknown[] = [];
      const location = await openGeocoder(settings, (error) => faults.push(error)).reverse(48.8584, 2.2945);
      if (faults.length > 0) throw new Error(String(faults[0]));
      return ok(msg`48.8584, 2.2945 is ${location.address ?? ''}`);
    },
  },
];

/** What could not be sent for a while; nothing where the database is away, which has a line of its own. */
async function describeLateMail({ database, clock }: Parts): Promise<Finding | null> {
  let db;
  try {
    ({ db } = database());
  } catch {
    return null;
  }
  const { waiting, oldestAt, lastError } = await readOutbox(db);
  const minutes = oldestAt ? Math.floor((clock.now() - oldestAt.getTime()) / 60_000) : 0;
  if (minutes < LATE_MAIL_MINUTES) return null;
  return failed(
    lastError
      ? msg`${waiting} waiting to be sent, the oldest for ${minutes} minutes: ${lastError}`
      : msg`${waiting} waiting to be sent, the oldest for ${minutes} minutes`,
    msg(
      'Send a test (Admin Dashboard, Settings, Connections) and fix the reported problem. Waiting emails are then sent automatically.',
    ),
  );
}

async function checkPaypal({
  PAYPAL_API_URL,
  PAYPAL_CLIENT_ID,
  PAYPAL_CLIENT_SECRET,
  PAYPAL_WEBHOOK_ID,
}: Settings): Promise<Finding> {
  const credentials = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64');
  const answer = await requestService(`${PAYPAL_API_URL}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
    timeoutMs: 4_000,
  });
  if (!answer.ok) throw new MessageError(CHECKS_FAILED.PAYPAL(String(answer.status)));
  return PAYPAL_WEBHOOK_ID
    ? ok(msg('the credentials work'))
    : warning(
        msg('the credentials work'),
        msg("Set PAYPAL_WEBHOOK_ID. Without it, refunds made in PayPal aren't detected."),
      );
}
