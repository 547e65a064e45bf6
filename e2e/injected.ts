import type { APIRequestContext } from '@playwright/test';
import { cleanText, onOneLine } from '#contract/values.ts';
import { expect, type Person, type Site } from './fixture.ts';

/** Where one string of the corpus went: through every field, by the calls that the pages make. */
export interface Injected {
  text: string;
  /** As a field of this length keeps it. */
  short(most: number): string;
  /** As a name or title of this length keeps it: on one line. */
  named(most: number): string;
  author: Person;
  video: number;
  product: number;
  order: number;
  orderKey: string;
}

/** Mails that one string leaves behind. */
export const MAILS_EACH = 9;

const cut = (text: string, most: number) => [...text].slice(0, most).join('');

/** Sends one string everywhere. Every call but the guest's name must take it. */
export async function inject(
  request: APIRequestContext,
  site: Site,
  admin: Person,
  { text, at, talked }: { text: string; at: number; talked: number },
): Promise<Injected> {
  const short = (most: number) => cleanText(cut(cleanText(text), most)) || 'x';
  const named = (most: number) => cleanText(onOneLine(short(most))) || 'x';
  const send = async <T>(
    by: Person | null,
    method: 'post' | 'put',
    path: string,
    data: object = {},
  ): Promise<T> => {
    const answer = await request[method](path, {
      data,
      // a kept connection that the server closes meanwhile
      maxRetries: 3,
      headers: by ? { authorization: `Bearer ${by.token}` } : {},
    });
    const body = await answer.text();
    expect(
      answer.status(),
      `${path} ${JSON.stringify(data).slice(0, 200)} ${body.slice(0, 200)}`,
    ).toBeLessThan(300);
    return (body ? JSON.parse(body) : null) as T;
  };
  interface Made {
    id: number;
  }

  const author = await site.signUp('CONTENT_CREATOR', `in-${at}`);
  await send(author, 'put', '/api/me', { displayName: short(50), bio: text });

  // three uploads: one approved after a rejection, one rejected, one archived
  const place = {
    location_name: short(200),
    location_address: short(200),
    location_city: short(100),
    latitude: 1,
    longitude: 2,
  };
  const upload = (status: 'PENDING' | 'APPROVED') =>
    site.addVideo({ title: short(200), description: short(5000), uploader_id: author.id, status, ...place });
  const video = await upload('PENDING');
  await send(admin, 'post', `/api/submissions/${video}/reject`, { reason: text });
  await send(author, 'post', `/api/submissions/${video}/resubmit`, { title: short(200), description: text });
  await send(admin, 'post', `/api/submissions/${video}/approve`);
  await send(admin, 'post', `/api/submissions/${await upload('PENDING')}/reject`, { reason: text });
  await send(admin, 'post', `/api/admin/videos/${await upload('APPROVED')}/soft-delete`, { reason: text });

  // words
  const comment = await send<Made>(author, 'post', `/api/videos/${video}/comments`, { text });
  await send(null, 'post', `/api/videos/${video}/comments`, { text, authorUsername: short(50) });
  await send(null, 'post', `/api/videos/${talked}/comments`, { text, authorUsername: short(50) });
  const post = await send<Made>(author, 'post', '/api/community/posts', { content: text });
  for (const subject of [
    { subjectType: 'COMMENT', subjectId: String(comment.id) },
    { subjectType: 'POST', subjectId: String(post.id) },
  ])
    await send(author, 'post', '/api/reports', { ...subject, reason: text });

  // a person who asks twice to be a creator, and is suspended
  const asker = await site.signUp('LOGIN_USER', `asks-${at}`);
  await send(asker, 'put', '/api/me', { displayName: short(50), bio: text });
  const ask = { role: 'CONTENT_CREATOR', message: short(500) };
  await send(asker, 'post', '/api/settings/request-upgrade', ask);
  const asked = await request.get('/api/admin/upgrade-requests', {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const waiting = ((await asked.json()) as { id: number; person: Made }[]).find(
    ({ person }) => person.id === asker.id,
  );
  await send(admin, 'post', `/api/admin/upgrade-requests/${waiting?.id}/refuse`, { reason: short(500) });
  await send(asker, 'post', '/api/settings/request-upgrade', ask);
  await send(admin, 'post', `/api/admin/people/${asker.id}/suspend`, { reason: short(500) });

  // a product, bought twice: sent once, cancelled once
  const product = await send<Made>(admin, 'post', '/api/admin/products', {
    name: short(100),
    price: 9.99,
    description: short(1000),
    category: 'Classic',
    images: ['/products/premium-black-front.webp'],
  });
  const buy = async () => {
    const checkout = await send<{ paypalOrderId: string }>(author, 'post', '/api/checkout', {
      items: [{ productId: String(product.id), quantity: 1 }],
      shippingName: short(200),
      shippingAddress: text,
      shippingCity: short(200),
      shippingState: short(200),
      shippingZipCode: short(40),
      shippingCountry: short(100),
      shippingPhone: short(50),
    });
    await send(null, 'post', `/test-payments/checkoutnow/${checkout.paypalOrderId}/approve`);
    return send<{ id: number; orderKey: string }>(author, 'post', '/api/orders', {
      paypalOrderId: checkout.paypalOrderId,
    });
  };
  const move = (id: number, body: object) => send(admin, 'put', `/api/orders/${id}/status`, body);
  const order = await buy();
  await move(order.id, { status: 'PROCESSING' });
  await move(order.id, { status: 'SHIPPED', carrier: short(100), trackingNumber: short(100) });
  await move((await buy()).id, { status: 'CANCELLED', reason: short(500) });
  return {
    text,
    short,
    named,
    author,
    video,
    product: product.id,
    order: order.id,
    orderKey: order.orderKey,
  };
}
