import { expect } from 'vitest';
import { Comment } from '#contract/comments/comments.ts';
import { Notification } from '#contract/notifications/notifications.ts';
import { bodyOf } from '#server/testing/client.ts';
import type { Fetch, TestPerson } from '../site.ts';

/** A page of a person's notifications. */
export async function listOf(by: TestPerson, query = '', fetch: Fetch = by.fetch) {
  const answer = await fetch(`/api/me/notifications${query}`);
  expect(answer.status).toBe(200);
  return {
    items: await bodyOf(answer, Notification.array()),
    unread: Number(answer.headers.get('x-unread')),
    next: answer.headers.get('x-next-cursor'),
  };
}

/** Those of one kind, once there is what is expected. */
export async function expectOf(
  by: TestPerson,
  kind: Notification['kind'],
  wanted: object[],
): Promise<Notification[]> {
  let items: Notification[] = [];
  await expect
    .poll(
      async () => {
        items = (await listOf(by)).items.filter((item) => item.kind === kind);
        return items;
      },
      { timeout: 10_000 },
    )
    .toMatchObject(wanted);
  return items;
}

export async function writeComment(
  by: TestPerson,
  videoId: number,
  text: string,
  replyTo?: number,
): Promise<Comment> {
  const answer = await by.fetch(`/api/videos/${videoId}/comments`, { json: { text, replyTo } });
  expect(answer.status).toBe(201);
  return await bodyOf(answer, Comment);
}
