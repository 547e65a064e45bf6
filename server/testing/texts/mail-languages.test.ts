import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { comments } from '#contract/comments/comments.ts';
import { notifications } from '#contract/notifications/notifications.ts';
import { orders, type PlacedOrder } from '#contract/orders/orders.ts';
import { waitForMail } from '../mails.ts';
import { startShop, type Shop } from '../shopping.ts';
import { callerBy, type Caller } from '../client.ts';
import type { TestPerson } from '../site.ts';
import { until } from '../waiting.ts';
import { addVideo } from '../videos.ts';

let shop: Shop;
let admin: TestPerson;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN');
});

/** The same browser, set to a language. */
const reading = ({ fetch }: Caller, language: string): Caller =>
  callerBy((path, init = {}) =>
    fetch(path, { ...init, headers: { ...(init.headers as object), 'accept-language': language } }),
  );
const mailTo = (person: { username: string }) => `${person.username}@example.org`;
const move = async (order: PlacedOrder, status: string, more: object = {}) => {
  const answer = await admin.fetch(`/api/orders/${order.id}/status`, {
    method: 'PUT',
    json: { status, ...more },
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
};
const payer = async (order: PlacedOrder) => {
  const { payer_email } = await shop.site.ctx.db
    .selectFrom('orders')
    .where('id', '=', order.id)
    .select('payer_email')
    .executeTakeFirstOrThrow();
  return payer_email ?? '';
};

test('a guest is emailed in the language they ordered in, no matter who processes the order', async () => {
  const order = await shop.buy(reading(shop.site.visitor(), 'de-AT'));
  const receipt = await waitForMail(
    shop.site.ctx,
    await payer(order),
    new RegExp(`Deine Bestellung ${order.id} ist bestätigt`),
  );
  expect(receipt.html).toContain('<html lang="de" dir="ltr">');
  expect(receipt.text).toMatch(/Gesamt: \d+,\d\d\s\$/);
  expect(receipt.text).toContain('Vereinigte Staaten');
  await move(order, 'PROCESSING');
  await move(order, 'SHIPPED', { carrier: 'UPS', trackingNumber: '1Z999' });
  const shipped = await waitForMail(
    shop.site.ctx,
    await payer(order),
    new RegExp(`Deine Bestellung ${order.id} ist unterwegs`),
  );
  expect(shipped.text).toContain('Sendungsnummer: 1Z999');
  expect(await reading(admin, 'de').call(orders.events, { params: { id: order.id } })).toMatchObject([
    { text: 'Als versandt markiert (UPS 1Z999).' },
    { text: 'Als in Bearbeitung markiert.' },
    { text: 'Bezahlt.' },
  ]);

  const arabic = await shop.buy(reading(shop.site.visitor(), 'ar'));
  await move(arabic, 'CANCELLED', { reason: 'Sold out' });
  const cancelled = await waitForMail(shop.site.ctx, await payer(arabic), /^أُلغي طلبك/);
  expect(cancelled.html).toContain('<html lang="ar" dir="rtl">');
  expect(cancelled.text).toContain('Sold out');
});

test('a member is emailed in the language of the account, whatever language they ordered in', async () => {
  const ann = await shop.site.signUp();
  await shop.site.ctx.db
    .updateTable('users')
    .set({ sign_up_language: 'fr' })
    .where('id', '=', ann.id)
    .execute();
  const order = await shop.buy(reading(ann, 'ja'));
  await waitForMail(shop.site.ctx, mailTo(ann), new RegExp(`commande ${order.id} est confirmée`));
  await ann.fetch('/api/me', { method: 'PUT', json: { language: 'es' } });
  await move(order, 'CANCELLED');
  await waitForMail(shop.site.ctx, mailTo(ann), new RegExp(`pedido ${order.id}.*cancel`));
});

test('notifications are in the language of the page, and emails in that of the account', async () => {
  const { site } = shop;
  const videoId = await addVideo(site.ctx, { title: 'Sunset' });
  const [ann, ben] = [await site.signUp(), await site.signUp()];
  await site.ctx.db
    .updateTable('users')
    .set({ sign_up_language: 'pt-BR' })
    .where('id', '=', ann.id)
    .execute();
  const comment = (by: TestPerson, text: string, replyTo?: number) =>
    by.call(comments.create, { params: { id: videoId }, body: { text, replyTo } });
  const first = await comment(ann, 'First');
  await comment(ben, 'Second', first.id);
  const titles = async (language: string) =>
    (await reading(ann, language).call(notifications.list)).map(({ title }) => title);
  await until(async () => (await titles('en')).length > 0);
  expect(await titles('en')).toEqual([`${ben.username} replied to your comment`]);
  expect(await titles('de')).toEqual([`${ben.username} hat auf deinen Kommentar geantwortet`]);
  const email = await waitForMail(site.ctx, mailTo(ann), new RegExp(`^${ben.username} respondeu`));
  expect(email.html).toContain('<html lang="pt-BR" dir="ltr">');
  expect(email.text).toContain('Second');
});
