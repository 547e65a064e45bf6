import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Attributes, Span, Tracing, TracingSettings } from './tracing.ts';

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const WARN_EVERY_MS = 60_000;
const CLOSE_MS = 2_000;
const propagator = new W3CTraceContextPropagator();

/** Traces by OpenTelemetry's SDK, sent in batches by OTLP over HTTP (JSON) to `url`. */
export function openTracing(
  settings: TracingSettings,
  url: string,
  warn: (message: string, error: unknown) => void,
): Tracing {
  const headers = readPairs(settings.OTEL_EXPORTER_OTLP_HEADERS);
  const exporter = warnOfFailures(new OTLPTraceExporter({ url, headers }), warn);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'lll',
      ...readPairs(settings.OTEL_RESOURCE_ATTRIBUTES),
      ...(settings.OTEL_SERVICE_NAME && { 'service.name': settings.OTEL_SERVICE_NAME }),
    }),
    sampler: chooseSampler(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('lll');
  const running = new AsyncLocalStorage<Context>();
  const now = () => running.getStore() ?? ROOT_CONTEXT;
  return {
    run({ name, kind, attributes, link }, work) {
      const links = link === undefined ? [] : readLink(link);
      const under = kind === 'consumer' ? ROOT_CONTEXT : now();
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: attributes ?? {}, links }, under);
      const context = trace.setSpan(under, span);
      return running.run(context, () => finish(span, () => work(describe(span, context))));
    },
    record(name, milliseconds, attributes, error) {
      const under = running.getStore();
      if (!under) return;
      const endTime = Date.now();
      const options = { kind: SpanKind.CLIENT, attributes, startTime: endTime - milliseconds };
      const span = tracer.startSpan(name, options, under);
      if (error !== undefined) fail(span, error);
      span.end(endTime);
    },
    beginRequest(method, carrier) {
      const under = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      const attributes = { 'http.request.method': method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, under);
      const context = trace.setSpan(under, span);
      return {
        enter: (work) => running.run(context, work),
        end({ route, status }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    reference: () => inject(now())['traceparent'],
    // a receiver that is away must not hold up a stop
    close: () => Promise.race([provider.shutdown(), delay(CLOSE_MS, undefined, { ref: false })]),
  };
}

function inject(context: Context): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagator.inject(context, carrier, defaultTextMapSetter);
  return carrier;
}

const describe = (span: OtelSpan, context: Context): Span => ({
  set: (attributes: Attributes) => void span.setAttributes(attributes),
  headers: inject(context),
});

async function finish<T>(span: OtelSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Its kind alone: what an error says may repeat what somebody typed. */
function fail(span: OtelSpan, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}

function readLink(traceparent: string): { context: SpanContext }[] {
  const context = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  const linked = trace.getSpanContext(context);
  return linked ? [{ context: linked }] : [];
}

/** `name=value,name=value`, each percent-encoded. */
export function readPairs(text = ''): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() && value.length > 0 ? [[name.trim(), decode(value.join('=').trim())]] : [];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function chooseSampler({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: TracingSettings): Sampler {
  const kind = OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const root =
    kind === 'always_off'
      ? new AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG)
        : new AlwaysOnSampler();
  return kind === OTEL_TRACES_SAMPLER ? root : new ParentBasedSampler({ root });
}

/** A receiver that is away costs traces, nothing else; and a line a minute at most. */
function warnOfFailures(
  exporter: SpanExporter,
  warn: (message: string, error: unknown) => void,
): SpanExporter {
  let warnedAt = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && Date.now() - warnedAt > WARN_EVERY_MS) {
          warnedAt = Date.now();
          warn('Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT.', result.error);
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
