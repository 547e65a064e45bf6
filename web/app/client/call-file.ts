import type { Endpoint } from '#contract/endpoint.ts';
import { send } from './call.ts';

/** Fetches a file that wants the session's header, and saves it under the name that the server gives it. */
export async function downloadFile({ method, path }: Endpoint): Promise<void> {
  const response = await send(method, path, {});
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
