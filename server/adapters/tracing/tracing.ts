import type { Settings } from '#server/app/start/settings.ts';

export type Attributes = Record<string, string | number | boolean>;

/** A part of a trace: begun now, under what runs, or after `link`, which began it elsewhere. */
export interface SpanFacts {
  name: string;
  kind: 'internal' | 'client' | 'consumer';
  attributes?: Attributes;
  link?: string | undefined;
}

/** What is under way. */
export interface Span {
  set(attributes: Attributes): void;
  /** Headers of W3C Trace Context, for whoever is called. */
  headers: Record<string, string>;
}

/** A request that is answered. */
export interface ServerSpan {
  /** Runs the rest of the request under it. */
  enter(work: () => void): void;
  end(facts: { route: string; status: number }): void;
}

export interface Tracing {
  run<T>(facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T>;
  /** Something that has just ended, under what runs; nothing where nothing does. */
  record(name: string, milliseconds: number, attributes: Attributes, error?: unknown): void;
  beginRequest(method: string, headers: Record<string, unknown>): ServerSpan;
  /** Names what runs, for a link from elsewhere. */
  reference(): string | undefined;
  /** Sends what was not sent. */
  close(): Promise<void>;
}

export type TracingSettings = Pick<
  Settings,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'OTEL_SDK_DISABLED'
>;

const NO_SPAN: Span = { set() {}, headers: {} };
/** Of this process; null: nobody wants traces, and nothing of OpenTelemetry was loaded. */
let current: Tracing | null = null;

export const tracing = (): Tracing | null => current;

/** Begins to trace where the settings name a receiver; `warn` hears that it doesn't answer. */
export async function startTracing(
  settings: TracingSettings,
  warn: (message: string, error: unknown) => void,
): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = settings;
  const url = traces ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (settings.OTEL_SDK_DISABLED || !url) return null;
  // 29 MB of memory and 0.15 s that a site without traces doesn't pay
  const { openTracing } = await import('./opentelemetry.ts');
  const opened = openTracing(settings, url, warn);
  current = opened;
  return {
    ...opened,
    async close() {
      if (current === opened) current = null;
      await opened.close();
    },
  };
}

/** Does it as a span of its own where traces are wanted. */
export function traced<T>(facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  return current ? current.run(facts, work) : work(NO_SPAN);
}

/**
 * fetch() as a span of its own, with the headers of W3C Trace Context. The address is left out but for its host: it may
 * hold keys.
 */
export function tracedFetch(
  url: string,
  init: RequestInit = {},
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Response> {
  if (!current) return send(url, init);
  const method = init.method ?? 'GET';
  const { hostname } = new URL(url);
  const attributes = { 'http.request.method': method, 'server.address': hostname };
  return traced({ name: `${method} ${hostname}`, kind: 'client', attributes }, async (span) => {
    const answer = await send(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...span.headers },
    });
    span.set({ 'http.response.status_code': answer.status });
    return answer;
  });
}
