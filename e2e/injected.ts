import type { APIRequestContext } from '@playwright/test';
import { cleanText, onOneLine } from '#contract/text/text.ts';
import { expect, type Person, type Site } from './fixture.ts';

/** Where one string of the corpus went: through every field, by the calls that the pages make. */
export interface Injected {
  text: string;
  /** As a field of this length stores it. */
  short(max: number): string;
  /** As a name or title of this length stores it: on one line. */
  named(max: number): string;
  author: Person;
  video: number;
  product: number;
  order: number;
  orderKey: string;
}

/** The fewest mails that one string causes: a rejection that was reverted at once may cause none. */
export const MAILS_EACH = 8;

interface Created {
  id: number;
}

/** What every part of the injection works with. */
interface Injection {
  site: Site;
  admin: Person;
  author: Person;
  text: string;
  at: number;
  short: Injected['short'];
  send: Send;
}

type Send = <T>(by: Person | null, method: 'get' | 'post' | 'put', path: string, data?: object) => Promise<T>;

const cut = (text: string, max: number) => [...text].slice(0, max).join('');

/** Sends one string everywhere. Every call but the guest's name must take it. */
export async function inject(
  request: APIRequestContext,
  site: Site,
  admin: Person,
  { text, at, talked }: { text: string; at: number; talked: number },
): Promise<Injected> {
  const short = (max: number) => cleanText(cut(cleanText(text), max)) || 'x';
  const named = (max: number) => cleanText(onOneLine(short(max))) || 'x';
  const send = sendBy(request);
  const author = await site.signUp('CONTENT_CREATOR', `in-${at}`);
  await send(author, 'put', '/api/me', { displayName: short(50), bio: text });
  const injection: Injection = { site, admin, author, text, at, short, send };
  const video = await injectVideos(injection);
  await injectComments(injection, video, talked);
  await injectUpgradeRequest(injection);
  const sold = await injectOrders(injection);
  return { text, short, named, author, video, ...sold };
}

/** Makes calls that have to succeed. */
function sendBy(request: APIRequestContext): Send {
  return async <T>(
    by: Person | null,
    method: 'get' | 'post' | 'put',
    path: string,
    data: object = {},
  ): Promise<T> => {
    const answer = await request[method](path, {
      ...(method === 'get' ? {} : { data }),
      headers: by ? { authorization: `Bearer ${by.token}` } : {},
    });
    const body = await answer.text();
    expect(
      answer.status(),
      `${path} ${JSON.stringify(data).slice(0, 200)} ${body.slice(0, 200)}`,
    ).toBeLessThan(300);
    return (body ? JSON.parse(body) : null) as T;
  };
}

/** Three uploads: one approved after a rejection, one rejected, one archived. The first is public in the end. */
async function injectVideos({ site, admin, author, text, short, send }: Injection): Promise<number> {
  const location = {
    location_name: short(200),
    location_address: short(200),
    location_city: short(100),
    latitude: 1,
    longitude: 2,
  };
  const upload = (status: 'PENDING' | 'APPROVED') =>
    site.addVideo({
      title: short(200),
      description: short(5000),
      uploader_id: author.id,
      status,
      ...location,
    });
  const video = await upload('PENDING');
  await send(admin, 'post', `/api/submissions/${video}/reject`, { reason: text });
  await send(author, 'post', `/api/submissions/${video}/resubmit`, { title: short(200), description: text });
  await send(admin, 'post', `/api/submissions/${video}/approve`);
  await send(admin, 'post', `/api/submissions/${await upload('PENDING')}/reject`, { reason: text });
  await send(admin, 'post', `/api/admin/videos/${await upload('APPROVED')}/soft-delete`, { reason: text });
  return video;
}

/** Comments of a member and of guests, a post, and reports of both. */
async function injectComments(
  { author, text, short, send }: Injection,
  video: number,
  talked: number,
): Promise<void> {
  const comment = await send<Created>(author, 'post', `/api/videos/${video}/comments`, { text });
  await send(null, 'post', `/api/videos/${video}/comments`, { text, authorUsername: short(50) });
  await send(null, 'post', `/api/videos/${talked}/comments`, { text, authorUsername: short(50) });
  const post = await send<Created>(author, 'post', '/api/community/posts', { content: text });
  for (const subject of [
    { subjectType: 'COMMENT', subjectId: String(comment.id) },
    { subjectType: 'POST', subjectId: String(post.id) },
  ])
    await send(author, 'post', '/api/reports', { ...subject, reason: text });
}

/** A person who asks twice to be a creator, and is suspended. */
async function injectUpgradeRequest({ site, admin, text, at, short, send }: Injection): Promise<void> {
  const person = await site.signUp('LOGIN_USER', `asks-${at}`);
  await send(person, 'put', '/api/me', { displayName: short(50), bio: text });
  const wish = { role: 'CONTENT_CREATOR', message: short(500) };
  await send(person, 'post', '/api/settings/request-upgrade', wish);
  const requests = await send<{ id: number; person: Created }[]>(admin, 'get', '/api/admin/upgrade-requests');
  const own = requests.find((each) => each.person.id === person.id);
  await send(admin, 'post', `/api/admin/upgrade-requests/${own?.id}/reject`, { reason: short(500) });
  await send(person, 'post', '/api/settings/request-upgrade', wish);
  await send(admin, 'post', `/api/admin/people/${person.id}/suspend`, { reason: short(500) });
}

/** A product, bought twice: sent once, cancelled once. */
async function injectOrders(injection: Injection): Promise<Pick<Injected, 'product' | 'order' | 'orderKey'>> {
  const { admin, short, send } = injection;
  const product = await send<Created>(admin, 'post', '/api/admin/products', {
    name: short(100),
    price: 9.99,
    description: short(1000),
    category: 'Classic',
    images: ['/products/premium-black-front.webp'],
  });
  const move = (id: number, body: object) => send(admin, 'put', `/api/orders/${id}/status`, body);
  const order = await buy(injection, product.id);
  await move(order.id, { status: 'PROCESSING' });
  await move(order.id, { status: 'SHIPPED', carrier: short(100), trackingNumber: short(100) });
  const second = await buy(injection, product.id);
  await move(second.id, { status: 'CANCELLED', reason: short(500) });
  return { product: product.id, order: order.id, orderKey: order.orderKey };
}

async function buy({ author, text, short, send }: Injection, productId: number) {
  const { paypalOrderId } = await send<{ paypalOrderId: string }>(author, 'post', '/api/checkout', {
    items: [{ productId: String(productId), quantity: 1 }],
    shippingName: short(200),
    shippingAddress: text,
    shippingCity: short(200),
    shippingState: short(200),
    shippingZipCode: short(40),
    shippingCountry: short(100),
    shippingPhone: short(50),
  });
  await send(null, 'post', `/test-payments/checkoutnow/${paypalOrderId}/approve`);
  return send<{ id: number; orderKey: string }>(author, 'post', '/api/orders', { paypalOrderId });
}
