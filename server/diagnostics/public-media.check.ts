import { msg } from '#contract/text/message.ts';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { requestService } from '#server/adapters/service-request.ts';
import { bucketAddress } from '#server/adapters/storage/bucket-address.ts';
import { openPublicStorage } from '#server/adapters/storage/open.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { failed, off, ok, warning, type Check, type Finding } from './check.ts';

const REQUEST_TIMEOUT_MS = 5000;

/** Whether browsers can read public files at MEDIA_URL, and no others. */
export const publicMediaCheck: Check = {
  name: msg('Public media'),
  advice: msg('Check that MEDIA_STORAGE_URL is correct and its bucket is writable.'),
  async run({ settings, storage }) {
    const { MEDIA_URL: url, MEDIA_STORAGE_URL: at, STORAGE_URL: storageUrl, PUBLIC_URL } = settings;
    if (!url || !at) return off(msg('from this server'));
    const copies = await openPublicStorage(at);
    try {
      const shown = await withProbe(copies, (key) => look(`${url}/${key}`, PUBLIC_URL));
      if (!shown.found)
        return failed(
          msg("Files written to MEDIA_STORAGE_URL can't be found at MEDIA_URL"),
          msg("Check that both point to the same place and that it's publicly readable."),
        );
      const hidden = storageUrl?.startsWith('s3:')
        ? await tryPrivate(await storage(), new URL(storageUrl))
        : null;
      if (hidden) return hidden;
      if (!shown.allowsPages)
        return warning(
          msg("Read test passed, but scripts on pages can't read it"),
          msg(
            "Set up CORS on the bucket as described in docs/operations.md. Without it, viewers can't choose a quality.",
          ),
        );
      return ok(msg('Read test passed; other files are private'));
    } finally {
      await copies.close();
    }
  },
};

/** Without a signature the other bucket must give nothing away. */
async function tryPrivate(storage: Storage, url: URL): Promise<Finding | null> {
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  const below = folder ? `${bucketAddress(url)}/${folder}` : bucketAddress(url);
  const { found } = await withProbe(storage, (key) => look(`${below}/${key}`, below));
  return found
    ? failed(
        msg('Everything in STORAGE_URL is publicly readable, including private files'),
        msg('Make that bucket private. Only the MEDIA_STORAGE_URL bucket should be public.'),
      )
    : null;
}

async function withProbe<T>(storage: Storage, run: (key: string) => Promise<T>): Promise<T> {
  const key = `check-${randomUUID()}`;
  try {
    await storage.write(key, Readable.from([Buffer.from(key)]));
    return await run(key);
  } finally {
    await storage.remove(key);
  }
}

async function look(address: string, page: string): Promise<{ found: boolean; allowsPages: boolean }> {
  const { origin } = new URL(page);
  const answer = await requestService(address, {
    headers: { origin },
    timeoutMs: REQUEST_TIMEOUT_MS,
    redirect: 'manual',
  });
  const allowed = answer.headers.get('access-control-allow-origin');
  const found = answer.ok && address.endsWith(await answer.text());
  return { found, allowsPages: allowed === '*' || allowed === origin };
}
