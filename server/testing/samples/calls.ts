import { contract } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { samples } from './all.ts';
import type { Sample } from './sample.ts';
import type { Fetch } from '../site.ts';

/** Every endpoint of the contract, with what to send to try it out. */
export const endpoints = Object.entries(contract as Record<string, Record<string, Endpoint>>).flatMap(
  ([slice, declared]) =>
    Object.entries(declared).map(([name, endpoint]) => ({
      name: `${slice}.${name}`,
      route: `${endpoint.method} ${endpoint.path}`,
      sample: samples[slice]?.[name],
      endpoint,
    })),
);

export async function send(
  fetch: Fetch,
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Sample,
  init: RequestInit = {},
): Promise<{ status: number; body: string }> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? 999_999),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString();
  const answer = await fetch(search ? `${path}?${search}` : path, {
    method: endpoint.method,
    ...(body === undefined ? {} : { json: body }),
    ...init,
  });
  // a stream of events never ends
  const text = answer.headers.get('content-type')?.startsWith('text/event-stream') ? '' : await answer.text();
  await answer.body?.cancel().catch(() => {});
  return { status: answer.status, body: text };
}
