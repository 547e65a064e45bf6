import { discountCodes } from '#contract/shop/discount-codes.ts';
import { MAX_TAX_RATES_FILE, TAX_RATE_COLUMNS, taxRates } from '#contract/shop/tax-rates.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { hasActiveCode, listCodes } from './discount-codes.store.ts';
import { changeCode, createCode, importRates, removeCode, saveRates } from './pricing.actions.ts';
import { listRates } from './tax-rates.store.ts';

const noCode = () => notFound('This code');

export const pricingRoutes: Routes = (route) => {
  route(discountCodes.list, async ({ ctx }) => listCodes(ctx.db));
  route(discountCodes.create, async ({ ctx, user, body }) => createCode(ctx, user, body));
  route(
    discountCodes.change,
    async ({ ctx, user, params, body }) => changeCode(ctx, user, params.id, body),
    guardExisting('discount_codes', noCode),
  );
  route(discountCodes.remove, async ({ ctx, user, params }) => removeCode(ctx, user, params.id));
  route.cached(discountCodes.options, ['discounts'], async ({ ctx }) => ({
    discountCodes: await hasActiveCode(ctx.db),
  }));

  route(taxRates.list, async ({ ctx }) => listRates(ctx.db));
  route(taxRates.replace, async ({ ctx, user, body }) => saveRates(ctx, user, body));
  route(taxRates.exportCsv, async ({ ctx, reply }) => {
    const rates = (await listRates(ctx.db)).map((rate) =>
      TAX_RATE_COLUMNS.map((name) => toCsvCell(rate[name])),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="tax-rates.csv"')
      .send([TAX_RATE_COLUMNS, ...rates].map((cells) => `${cells.join(',')}\r\n`).join(''));
  });
  route.app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: MAX_TAX_RATES_FILE },
    (_request, body, done) => done(null, body),
  );
  route(taxRates.importCsv, async ({ ctx, user, request }) => {
    if (!Buffer.isBuffer(request.body))
      throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the rates as text/csv.');
    return await importRates(ctx, user, request.body);
  });
};
