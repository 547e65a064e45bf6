import type { FastifyInstance } from 'fastify';
import type { LogEvent } from 'kysely';
import { tracing, type ServerSpan } from '#server/adapters/tracing/tracing.ts';

/** A span for each request, named by the pattern of its address: what stands in it may be a secret. */
export function traceRequests(app: FastifyInstance): void {
  const traces = tracing();
  if (!traces) return;
  const spans = new WeakMap<object, ServerSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = traces.beginRequest(request.method, request.headers);
    spans.set(request, span);
    span.enter(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ route: request.routeOptions.url ?? 'unknown', status: reply.statusCode });
    done();
  });
}

/** A span for each statement of whatever runs. Its text names values as $1. */
export function traceStatement(event: LogEvent): void {
  const { sql } = event.query;
  const [operation = ''] = /^\w+/.exec(sql.trimStart()) ?? [];
  tracing()?.record(
    `${operation.toUpperCase()} postgresql`,
    event.queryDurationMillis,
    { 'db.system.name': 'postgresql', 'db.operation.name': operation.toUpperCase(), 'db.query.text': sql },
    event.level === 'error' ? event.error : undefined,
  );
}
