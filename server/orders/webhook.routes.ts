import { orders } from '#contract/orders/orders.ts';
import { TEST_PAYMENTS_PATH } from '#server/adapters/payments/test-path.ts';
import { PaymentError, type PaymentEvent } from '#server/adapters/payments/payments.ts';
import { LANGUAGE_TAGS } from '#contract/text/languages.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { testWindowTexts } from './test-window.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { handlePaymentEvent } from './webhook.actions.ts';

/** Not by the usual way of an endpoint: the signature is over the raw bytes. */
export const webhookRoutes: Routes = ({ app, ctx, settings }) => {
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) =>
      done(null, body),
    );

    raw.post(orders.webhook.path, async (request, reply) => {
      const context = ctx();
      context.rateLimits.require('webhook', addressGroup(request.ip));
      const event = await verify(
        context,
        request.headers,
        Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      );
      await handlePaymentEvent(context, event);
      return reply.header('cache-control', 'no-store').send({ received: true });
    });

    // PAYMENTS=test: the provider itself
    raw.all(`${TEST_PAYMENTS_PATH}/*`, async (request, reply) => {
      const { testProvider } = ctx().payments;
      if (!testProvider) return reply.callNotFound();
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      const path = pathname.slice(TEST_PAYMENTS_PATH.length);
      // as PayPal's own script expects it: de_DE
      const [requested] = searchParams.get('locale')?.split('_') ?? [];
      const language =
        LANGUAGE_TAGS.find((tag) => tag.split('-')[0] === requested) ??
        languageOf(request, settings.owner.languages);
      const answer = await testProvider.handle({
        method: request.method,
        path,
        headers: request.headers as Record<string, string>,
        body: Buffer.isBuffer(request.body) ? request.body.toString() : '',
        texts: testWindowTexts(language),
      });
      if (answer === 'drop') return reply.raw.destroy();
      return reply
        .code(answer.status)
        .type(answer.type)
        .header('cache-control', 'no-store')
        .send(answer.body);
    });
  });
};

async function verify(
  ctx: Context,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): Promise<PaymentEvent> {
  if (!ctx.payments.service) throw fail(404, 'NO_SUCH_CALL', "This endpoint doesn't exist.");
  try {
    const event = await ctx.payments.service.verifyWebhook(headers, body);
    if (event) return event;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    throw fail(503, 'PROVIDER_DOWN', "The signature can't be checked right now.", { retryAfter: 30 });
  }
  throw fail(400, 'INVALID_SIGNATURE', "This request isn't signed by the payment provider.");
}
