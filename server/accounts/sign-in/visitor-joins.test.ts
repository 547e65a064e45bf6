import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { orders } from '#contract/orders/orders.ts';
import { community } from '#contract/community/community.ts';
import { comments, Comment } from '#contract/comments/comments.ts';
import { callerBy, type Fetch, bodyOf, WithId, WithToken } from '#server/testing/client.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import { addVideo } from '#server/testing/videos.ts';

let shop: Shop;
let count = 0;
beforeAll(async () => {
  shop = await startShop();
});

const password = 'correct horse';

/** A browser: its cookies, and the token it holds, if any. */
function newBrowser() {
  const plain = shop.site.visitor();
  let token = '';
  const fetch: Fetch = (path, init = {}) =>
    plain.fetch(path, {
      ...init,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as object) },
    });
  const post = (path: string, body?: unknown) =>
    fetch(path, body === undefined ? { method: 'POST' } : { json: body });
  const enter = async (path: string, body: object) => {
    ({ token } = await bodyOf(post(`/api/auth/${path}`, body), WithToken));
  };
  return {
    ...callerBy(fetch),
    post,
    register: async () => {
      const username = `joins${++count}`;
      await enter('register', { username, email: `${username}@example.org`, password });
      return username;
    },
    logIn: (username: string) => enter('login', { username, password }),
    leave: async () => {
      expect((await post('/api/auth/logout')).status).toBe(204);
      token = '';
    },
    liked: () =>
      bodyOf(fetch('/api/likes'), z.object({ videos: z.number().array(), comments: z.number().array() })),
    counts: async (id: number) => {
      const { lllLikes, lllViews } = await bodyOf(
        fetch(`/api/videos/${id}`),
        z.object({ lllLikes: z.number(), lllViews: z.number() }),
      );
      return { lllLikes, lllViews };
    },
  };
}

test("a visitor's likes and views join the account at sign-up and sign-in, and count once", async () => {
  const [both, guests, members] = [
    await addVideo(shop.site.ctx),
    await addVideo(shop.site.ctx),
    await addVideo(shop.site.ctx),
  ];
  const like = (browser: ReturnType<typeof newBrowser>, id: number) => browser.post(`/api/videos/${id}/like`);
  const browser = newBrowser();
  await like(browser, both);
  await browser.post(`/api/videos/${both}/view`);
  const username = await browser.register();
  expect((await browser.liked()).videos).toEqual([both]);
  await browser.post(`/api/videos/${both}/view`);
  await like(browser, members);
  expect(await browser.counts(both)).toEqual({ lllLikes: 1, lllViews: 1 });

  // a new visitor after signing out: it likes what the member likes already
  await browser.leave();
  for (const id of [both, guests]) await like(browser, id);
  await browser.post(`/api/videos/${both}/view`);
  expect(await browser.counts(both)).toEqual({ lllLikes: 2, lllViews: 2 });
  await browser.logIn(username);
  expect((await browser.liked()).videos.toSorted()).toEqual([both, guests, members].toSorted());
  for (const id of [both, guests, members]) expect((await browser.counts(id)).lllLikes).toBe(1);
  await browser.post(`/api/videos/${both}/view`);
  expect((await browser.counts(both)).lllViews).toBe(2);
  // once: a second sign-in finds no rows left
  await browser.logIn(username);
  expect((await browser.counts(both)).lllLikes).toBe(1);
  expect(await bodyOf(like(browser, both), z.unknown())).toEqual({ likes: 0, liked: false });
});

test('likes of comments and posts join the account too', async () => {
  const video = await addVideo(shop.site.ctx);
  const author = await shop.site.signUp();
  const comment = await author.call(comments.create, { params: { id: video }, body: { text: 'Nice' } });
  const post = await author.call(community.create, { body: { content: 'Hello' } });
  const browser = newBrowser();
  const paths = [`/api/videos/${video}/comments/${comment.id}/like`, `/api/community/posts/${post.id}/like`];
  for (const path of paths) await browser.post(path);
  const username = await browser.register();
  await browser.leave();
  for (const path of paths) await browser.post(path);
  await browser.logIn(username);
  const [shown] = await browser.call(comments.list, { params: { id: video } });
  const posts = await browser.call(community.list);
  expect([shown?.likes, posts.find(({ id }) => id === post.id)?.likes]).toEqual([1, 1]);
  for (const path of paths)
    expect(await bodyOf(browser.post(path), z.unknown())).toEqual({ likes: 0, liked: false });
});

test("a guest's comments stay under the guest name, and the account can delete them", async () => {
  const video = await addVideo(shop.site.ctx);
  const browser = newBrowser();
  const write = (text: string) =>
    bodyOf(browser.post(`/api/videos/${video}/comments`, { authorUsername: 'Visitor', text }), Comment);
  const [first, second] = [await write('One'), await write('Two')];
  const username = await browser.register();
  expect(await browser.call(comments.list, { params: { id: video } })).toMatchObject([
    { text: 'Two', authorUsername: 'Visitor', isGuest: true },
    { text: 'One' },
  ]);
  const remove = async (fetch: Fetch, { id }: Comment) =>
    (await fetch(`/api/videos/${video}/comments/${id}`, { method: 'DELETE' })).status;
  expect(await remove((await shop.site.signUp()).fetch, first)).toBe(404);
  expect(await remove(browser.fetch, first)).toBe(204);
  await browser.leave();
  expect(await remove(browser.fetch, second)).toBe(404);
  const elsewhere = newBrowser();
  await elsewhere.logIn(username);
  expect(await remove(elsewhere.fetch, second)).toBe(204);
});

test('an open checkout that is paid after signing in belongs to the member', async () => {
  const browser = newBrowser();
  const checkout = await shop.checkout(browser);
  await browser.register();
  shop.paypal.approve(checkout.paypalOrderId);
  const placed = await bodyOf(shop.place(browser, checkout), WithId);
  expect(await browser.call(orders.mine)).toMatchObject([{ id: placed.id }]);
});
