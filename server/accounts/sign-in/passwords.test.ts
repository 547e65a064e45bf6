import { expect, test } from 'vitest';
import { createSemaphore } from '#server/app/http/semaphore.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is stored as argon2id with OWASP parameters and its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword('correct horse', first)).toBe(true);
  expect(await verifyPassword('correct horsf', first)).toBe(false);
});

test('composed and decomposed letters count as the same password', async () => {
  expect(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true);
});

test('no password matches a missing or broken hash', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword('x', 'plain')).toBe(false);
});

test('verifies a hash from another argon2 implementation', async () => {
  // the reference implementation's: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  expect(
    await verifyPassword(
      'password',
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    ),
  ).toBe(true);
});

test('a queued verification can be rejected when its turn comes', async () => {
  await expect(
    verifyPassword('x', null, () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
});

test('runs a few tasks at once, queues the rest in order and rejects the overflow with a retry time', async () => {
  const semaphore = createSemaphore(2, 3, 'Busy.');
  const ended: number[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  const task = (number: number) =>
    semaphore(async () => {
      running += 1;
      peak = Math.max(peak, running);
      await new Promise<void>((resolve) => waiting.push(resolve));
      running -= 1;
      ended.push(number);
    });
  const all = [0, 1, 2, 3, 4].map(task);
  await expect(task(5)).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  while (ended.length < 5) {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  expect(ended).toEqual([0, 1, 2, 3, 4]);
  expect(peak).toBe(2);
  const failing = semaphore(async () => {
    throw new Error('fails');
  });
  await expect(failing).rejects.toThrow('fails');
  expect(await semaphore(async () => 'free again')).toBe('free again');
});

test('a yielding task waits behind all others and takes none of their places', async () => {
  const semaphore = createSemaphore(1, 3, 'Busy.');
  const ended: string[] = [];
  const gate = Promise.withResolvers<void>();
  const task = (name: string) => () => gate.promise.then(() => void ended.push(name));
  const yielding = { yields: true };
  const all = ['a', 'b', 'c', 'd'].map((name) => semaphore(task(`sign-up ${name}`), yielding));
  await expect(semaphore(task('sign-up e'), yielding)).rejects.toMatchObject({ status: 503 });
  all.push(...['a', 'b', 'c'].map((name) => semaphore(task(`sign-in ${name}`))));
  await expect(semaphore(task('sign-in d'))).rejects.toMatchObject({ status: 503 });
  gate.resolve();
  await Promise.all(all);
  expect(ended).toEqual([
    'sign-up a',
    ...['a', 'b', 'c'].map((name) => `sign-in ${name}`),
    ...['b', 'c', 'd'].map((name) => `sign-up ${name}`),
  ]);
});

test('passwords are verified before new ones are hashed', async () => {
  const ended: string[] = [];
  const hashes = Array.from({ length: 12 }, () =>
    hashPassword('correct horse').then(() => ended.push('hash')),
  );
  await verifyPassword('correct horse', null).then(() => ended.push('verify'));
  await Promise.all(hashes);
  expect(ended.indexOf('verify')).toBeLessThan(11);
});
