import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { beforeAll, expect, test, vi } from 'vitest';
import { endpoints, send } from '#server/testing/samples/calls.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

const { Busboy } = createRequire(createRequire(import.meta.url).resolve('@fastify/multipart'))(
  '@fastify/busboy',
) as { Busboy: { prototype: Pick<Writable, '_write'> } };

let site: TestSite;
let admin: TestPerson;
let id: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN');
  id = await addVideo(site.ctx, { uploader_id: admin.id, duration_ms: 10_000 });
});

const FIELDS = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(50_000);
const file = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\nPK\r\n`;
const forms = endpoints.filter(({ endpoint }) => endpoint.consumes === 'multipart/form-data');

test('the API has form endpoints', () => expect(forms.length).toBeGreaterThan(6));

test.each(
  forms.flatMap(({ route, endpoint }) =>
    ['', file('file'), file('other')].map((first) => [route, first.length, first, endpoint] as const),
  ),
)(
  '%s: parses few of 50,000 fields that follow a file of %i bytes',
  async (_route, _length, first, endpoint) => {
    let parsed = 0;
    const { _write: write } = Busboy.prototype;
    const spy = vi.spyOn(Busboy.prototype, '_write').mockImplementation(function (
      this: Writable,
      chunk: Buffer,
      encoding,
      done,
    ) {
      parsed += chunk.length;
      write.call(this, chunk, encoding, done);
    });
    const answer = await send(
      admin.fetch,
      endpoint,
      { params: { id } },
      { body: `${first}${FIELDS}--b--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=b' } },
    );
    spy.mockRestore();
    expect(answer.status, answer.body).toBeLessThan(500);
    expect(parsed).toBeLessThan(FIELDS.length / 4);
  },
);
