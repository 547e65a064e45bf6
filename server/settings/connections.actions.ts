import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionName } from '#contract/settings/connections.ts';
import type { Language } from '#contract/text/languages.ts';
import { Message, msg } from '#contract/text/message.ts';
import { requestService } from '#server/adapters/service-request.ts';
import { connectionFault } from '#server/adapters/connection-faults.ts';
import { openIdentityProvider } from '#server/adapters/identity/openid.ts';
import { PaymentError } from '#server/adapters/payments/payments.ts';
import { ImportError } from '#server/adapters/video-import/video-import.ts';
import { openVideoImport } from '#server/adapters/video-import/youtube.ts';
import type { Context } from '#server/app/context.ts';
import { testBackupBucket } from '#server/backups/location.actions.ts';
import { emailBrand } from '#server/app/mail/email-brand.ts';
import { listIdentityProviders } from '#server/app/start/identity-providers.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { audit } from '#server/app/database/audit.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { renderEmail } from '#server/app/mail/email-template.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { testEmail } from './settings.emails.ts';

interface Tried {
  ok: boolean;
  message: string | Message;
}

const TRY_MS = 20_000;

/**
 * Tests a connection with the current settings and describes the result in a sentence for the owner. Never
 * throws.
 */
export async function testConnection(
  ctx: Context,
  admin: User,
  connection: ConnectionName,
  { to, language }: { to: string | null; language: Language },
): Promise<{ ok: boolean; message: string }> {
  const { ok, message } = await tryConnection(ctx, connection, { to, language });
  await audit(ctx.db, admin, {
    action: 'connection.test',
    subjectType: 'settings',
    subjectId: 'connections',
    after: { connection, ok },
  });
  return { ok, message: translate(language, message) };
}

async function tryConnection(
  ctx: Context,
  connection: ConnectionName,
  mail: { to: string | null; language: Language },
): Promise<Tried> {
  const tooLate = new AbortController();
  try {
    return await Promise.race([
      connection === 'mail' ? testMail(ctx, mail) : TESTS[connection](ctx),
      delay(
        TRY_MS,
        { ok: false, message: msg('No response within 20 seconds.') },
        { signal: tooLate.signal },
      ),
    ]);
  } catch (error) {
    ctx.log.info('A connection did not work when it was tried.', { connection, error });
    return { ok: false, message: explain(error) };
  } finally {
    tooLate.abort();
  }
}

async function testMail(
  { mail, settings }: Context,
  { to, language }: { to: string | null; language: Language },
): Promise<Tried> {
  if (!to) return { ok: false, message: msg('Your account has no email address for the test.') };
  const email = renderEmail(testEmail(settings.SITE_NAME), emailBrand(settings), language);
  await mail.send({ to, ...email });
  return settings.SMTP_URL
    ? { ok: true, message: msg`Sent to ${to}. Check that it arrives and doesn't land in spam.` }
    : { ok: true, message: msg('No mail server is set. The test email was saved in DATA_DIR/mail.') };
}

const TESTS: Record<Exclude<ConnectionName, 'mail'>, (ctx: Context) => Promise<Tried>> = {
  async paypal({ payments, settings }) {
    if (settings.PAYMENTS === 'test')
      return { ok: true, message: msg('Test payments are on. No real money is charged.') };
    if (!payments.service) return { ok: false, message: msg('Set both the client ID and the secret.') };
    try {
      // no such order exists: but only valid credentials get that answer
      await payments.service.getOrder('CONNECTION-TEST');
    } catch (error) {
      if (!(error instanceof PaymentError) || error.problem !== 'not-found') throw error;
    }
    const where = settings.PAYPAL_LIVE ? 'PayPal' : new Message(msg("PayPal's sandbox"));
    return {
      ok: true,
      message: settings.PAYPAL_WEBHOOK_ID
        ? msg`${where} accepted the credentials.`
        : msg`${where} accepted the credentials. Without a webhook ID, late payments are detected only after a few minutes.`,
    };
  },
  identity: ({ settings }) => testIdentity(settings, '1'),
  identity2: ({ settings }) => testIdentity(settings, '2'),
  async youtube({ settings }) {
    const { YOUTUBE_API_URL: apiUrl, YOUTUBE_API_KEY: apiKey } = settings;
    if (!apiKey) return { ok: false, message: msg('No key is set.') };
    await openVideoImport({ apiUrl, apiKey }).lookUp(['aaaaaaaaaaa']);
    return { ok: true, message: msg('YouTube accepted the key.') };
  },
  async backup({ settings }) {
    if (!settings.BACKUP)
      return { ok: false, message: msg("This site doesn't make its own backups (docs/operations.md).") };
    return { ok: true, message: await testBackupBucket(settings) };
  },
  async map({ settings }) {
    const { MAP_TILES_URL: tiles } = settings;
    if (!tiles)
      return {
        ok: true,
        message: msg('No tiles are set. The map uses the built-in outlines.'),
      };
    const missing = ['{z}', '{x}', '{y}'].filter((part) => !tiles.includes(part));
    if (missing.length > 0) return { ok: false, message: msg`The address requires ${missing.join(', ')}.` };
    const answer = await requestService(tiles.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0'), {
      redirect: 'manual',
    });
    const type = answer.headers.get('content-type') ?? '';
    if (!answer.ok)
      return { ok: false, message: msg`The tile server responded with status ${answer.status}.` };
    if (!type.startsWith('image/'))
      return { ok: false, message: msg("The tile server's response isn't an image.") };
    return { ok: true, message: msg('Map tile loaded.') };
  },
};

async function testIdentity(settings: Settings, id: '1' | '2'): Promise<Tried> {
  const provider = listIdentityProviders(settings).find((each) => each.id === id);
  if (!provider)
    return {
      ok: false,
      message:
        id === '1'
          ? msg('Set both the client ID and the secret.')
          : msg('Set the issuer, client ID, secret and name.'),
    };
  const back = `${settings.PUBLIC_URL}/login/oauth2/code/google`;
  await openIdentityProvider(provider).begin(back);
  return {
    ok: true,
    message: msg`${new URL(provider.issuer).host} is reachable. Add ${back} as a redirect URL in its console. The client ID and secret are checked at the first sign-in.`,
  };
}

/** A description where we have one; other errors may contain secrets, so none is passed on unchanged. */
function explain(error: unknown): string | Message {
  if (error instanceof ImportError) return error.text;
  const fault = connectionFault(error);
  if (fault !== null) return fault;
  if (error instanceof PaymentError && error.cause === undefined)
    return msg("PayPal rejected the credentials. Check whether they're live or sandbox credentials.");
  return msg('Something went wrong. See the server log for details.');
}
