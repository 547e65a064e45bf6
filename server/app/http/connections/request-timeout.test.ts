import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { sendRaw } from '#server/testing/raw-http.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';

let site: TestSite;
let creator: string;
beforeAll(async () => {
  site = await startTestSite({}, { arrivalTimeout: 300 });
  creator = (await site.signUp('CONTENT_CREATOR')).token;
});

const head = (path: string, lines: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n${lines}\r\n\r\n`;
const login = head('/api/auth/login', 'Content-Type: application/json');
const FORM = 'Content-Type: multipart/form-data; boundary=b\r\n';
const upload = () => head('/api/submissions/upload', `${FORM}Authorization: Bearer ${creator}`);
const TOO_SLOW = { error: 'The request took too long to arrive.', code: 'TOO_SLOW' };

/** Sends a byte every 20 ms until the server responds, or with `toTheEnd` until it closes. */
function trickle(start: string, toTheEnd = false): Promise<{ answer: string; bytes: number }> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(port), hostname);
    let bytes = 0;
    socket.write(start);
    const timer = setInterval(() => {
      bytes += 1;
      socket.write(' ');
      if (bytes >= 60 && !toTheEnd) finish('still taken');
    }, 20);
    const finish = (answer: string) => {
      clearInterval(timer);
      socket.destroy();
      resolve({ answer, bytes });
    };
    let answer = '';
    socket.on('data', (data: Buffer) => {
      answer += data.toString();
      if (!toTheEnd) finish(answer);
    });
    socket.once('error', () => finish(answer));
    socket.once('close', () => finish(answer));
  });
}

test.each([
  ['a call', () => login],
  ['an upload', upload],
])('%s whose body stops halfway gets a 408 with a message', async (_, start) => {
  const answer = await sendRaw(site.url, [start(), '{"username": "some']);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([408, TOO_SLOW]);
});

test('a call that arrives byte by byte times out, while an upload in progress does not', async () => {
  expect((await trickle(login)).answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(await trickle(`${upload()}--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n`)).toEqual({
    answer: 'still taken',
    bytes: 60,
  });
});

test('a rejected upload can’t hold its connection open byte by byte', async () => {
  const { answer } = await trickle(head('/api/submissions/upload', FORM.trim()), true);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
