import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStorage } from '#server/adapters/storage/open.ts';
import { startTracing, tracedFetch, tracing } from '#server/adapters/tracing/tracing.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { startBucket } from '#server/testing/s3.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';

interface Told {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
}

interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Told[] }[];
  }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const received: { path: string; headers: IncomingHttpHeaders; batch: Batch }[] = [];
const receiver = createServer((call, reply) => {
  void json(call).then((batch) => {
    received.push({ path: call.url ?? '', headers: call.headers, batch: batch as Batch });
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
/** Whoever the site calls. */
const called: IncomingHttpHeaders[] = [];
const callee = createServer((call, reply) => {
  called.push(call.headers);
  reply.end('{}');
});
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _, done) => {
    stream.on('end', done).resume();
  },
});
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

let site: TestSite;
let spans: Told[];
const attribute = (span: Told | undefined, key: string) => {
  const value = span?.attributes.find((each) => each.key === key)?.value;
  return value && Object.values(value)[0];
};

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  callee.listen(0, '127.0.0.1');
  smtp.server.listen(0, '127.0.0.1');
  await Promise.all([once(receiver, 'listening'), once(callee, 'listening'), once(smtp.server, 'listening')]);
  site = await startTestSite({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(receiver)}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=clips%20one',
    OTEL_SERVICE_NAME: 'clips',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,service.name=other',
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    MAIL_FROM: 'site@example.org',
  });
  const person = await site.signUp('LOGIN_USER', 'traced');
  await site.fetch('/api/videos/424242?token=secret-token', {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  // its body comes in a piece of its own, with an event of the socket
  const late = request(`${site.url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  late.flushHeaders();
  await delay(50);
  late.end(JSON.stringify({ email: `${person.username}@example.org` }));
  await once(late, 'response');
  const bucket = await startBucket();
  const storage = await openStorage(bucket.storageUrl('traced'));
  await tracing()?.run({ name: 'test', kind: 'internal' }, async () => {
    await tracedFetch(`http://127.0.0.1:${portOf(callee)}/v1?key=secret-key`, { method: 'POST' });
    await site.ctx.media.decode('/nowhere.mp4').catch(() => {});
    await storage.check();
  });
  await storage.close();
  await bucket.close();
  await vi.waitFor(
    () => {
      spans = received.flatMap(({ batch }) =>
        batch.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      );
      for (const name of ['job mail.send', 'mail send', 'POST /api/auth/forgot-password', 'test'])
        expect(spans.map((span) => span.name)).toContain(name);
    },
    { timeout: 60_000, interval: 200 },
  );
});
afterAll(async () => {
  await site.stop();
  for (const server of [receiver, callee]) server.close();
  await new Promise<void>((done) => smtp.close(done));
});

test('spans arrive by OTLP with the headers, the service and its attributes', () => {
  const [first] = received;
  expect(first?.path).toBe('/v1/traces');
  expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': 'clips one' });
  const resource = first?.batch.resourceSpans[0]?.resource.attributes ?? [];
  expect(Object.fromEntries(resource.map(({ key, value }) => [key, value.stringValue]))).toEqual({
    'service.name': 'clips',
    'deployment.environment': 'test',
  });
});

test('a request goes on with the trace of its caller, by its pattern, and its statements are below it', () => {
  const served = spans.find(({ traceId, kind }) => traceId === TRACE && kind === 2);
  expect(served).toMatchObject({ name: 'GET /api/videos/:id', parentSpanId: PARENT });
  expect(attribute(served, 'http.response.status_code')).toBe(404);
  const statement = spans.find(({ parentSpanId }) => parentSpanId === served?.spanId);
  expect(statement).toMatchObject({ traceId: TRACE, name: 'SELECT postgresql' });
  expect(attribute(statement, 'db.query.text')).toMatch(/from "videos".*\$1/s);
  expect(JSON.stringify(received)).not.toMatch(/424242|secret-|traced@example/);
});

test('a request with a body has its statements below it, and a job is linked to who sent it', () => {
  const served = spans.find(({ name }) => name === 'POST /api/auth/forgot-password');
  expect(spans.some(({ parentSpanId }) => parentSpanId === served?.spanId)).toBe(true);
  const asked = spans.find(({ name }) => name === 'job accounts.forgot-password');
  expect(asked?.traceId).not.toBe(served?.traceId);
  expect(asked?.links).toMatchObject([{ traceId: served?.traceId, spanId: served?.spanId }]);
  const mailed = spans.filter(({ name }) => name === 'job mail.send');
  expect(mailed.some(({ links }) => links?.[0]?.traceId === asked?.traceId)).toBe(true);
  expect(spans.find(({ name }) => name === 'mail send')?.parentSpanId).toBe(
    mailed.find(({ traceId }) => spans.some((span) => span.name === 'mail send' && span.traceId === traceId))
      ?.spanId,
  );
});

test('encoders and calls of the store are spans, too', () => {
  const outer = spans.find(({ name }) => name === 'test');
  const below = spans.filter(({ parentSpanId }) => parentSpanId === outer?.spanId).map(({ name }) => name);
  expect(below).toEqual(expect.arrayContaining(['ffmpeg', 'S3 PutObject']));
});

test('whoever is called gets the trace, and its address stays here', () => {
  const outer = spans.find(({ name }) => name === 'test');
  const call = spans.find(
    ({ parentSpanId, name }) => parentSpanId === outer?.spanId && name.startsWith('POST'),
  );
  expect(call).toMatchObject({ name: 'POST 127.0.0.1', kind: 3 });
  expect(attribute(call, 'http.response.status_code')).toBe(200);
  expect(called[0]?.['traceparent']).toBe(`00-${outer?.traceId}-${call?.spanId}-01`);
});

test('traces are off without a receiver, and by OTEL_SDK_DISABLED; what is wrong is told', async () => {
  expect(() => readSettings({ OTEL_TRACES_SAMPLER: 'some' })).toThrow('OTEL_TRACES_SAMPLER must be');
  expect(() => readSettings({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG must be');
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  expect(await startTracing(readSettings({}), () => {})).toBeNull();
  expect(await startTracing(readSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), () => {})).toBeNull();
});
