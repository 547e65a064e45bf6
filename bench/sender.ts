// Sends one multipart form with a video of so many bytes, from a process of its own.
// node sender.ts '{"url", "token", "bytes"}' prints {"status", "seconds"}.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

const { url, token, bytes } = JSON.parse(process.argv[2] ?? '') as {
  url: string;
  token: string;
  bytes: number;
};
const field = (name: string, rest = '') =>
  `------WebKitFormBoundary7MA4YWxkTrZu0gW\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`;
const head = Buffer.from(
  `${field('title')}Bench\r\n${field('category')}Lifestyle\r\n${field('file', '; filename="a.mp4"')}`,
);
const tail = Buffer.from('\r\n------WebKitFormBoundary7MA4YWxkTrZu0gW--\r\n');
// the beginning of an MP4, so that it isn't rejected before its end
const start = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\u0000\u0000\u0002\u0000isomiso2avc1'),
]);
const filler = randomBytes(1 << 20);

const began = performance.now();
const sending = request(url, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
    'content-length': head.length + bytes + tail.length,
  },
});
const answered = once(sending, 'response');
sending.write(Buffer.concat([head, start]));
for (let left = bytes - start.length; left > 0; left -= filler.length) {
  if (!sending.write(filler.subarray(0, Math.min(left, filler.length)))) await once(sending, 'drain');
}
sending.end(tail);
const [answer] = (await answered) as [IncomingMessage];
answer.resume();
await once(answer, 'end');
console.log(JSON.stringify({ status: answer.statusCode, seconds: (performance.now() - began) / 1000 }));
