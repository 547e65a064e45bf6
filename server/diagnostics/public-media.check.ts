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
  advice: msg('See that MEDIA_STORAGE_URL is right, and that its bucket can be written to.'),
  async run({ settings, storage }) {
    const { MEDIA_URL: url, MEDIA_STORAGE_URL: at, STORAGE_URL: storageUrl, PUBLIC_URL } = settings;
    if (!url || !at) return off(msg('from this server'));
    const copies = await openPublicStorage(at);
    try {
      const shown = await withProbe(copies, (key) => look(`${url}/${key}`, PUBLIC_URL));
      if (!shown.found)
        return failed(
          msg('what is written to MEDIA_STORAGE_URL is not found at MEDIA_URL'),
          msg('See that both mean the same place, and that everybody may read it.'),
        );
      const hidden = storageUrl?.startsWith('s3:')
        ? await tryPrivate(await storage(), new URL(storageUrl))
        : null;
      if (hidden) return hidden;
      if (!shown.allowsPages)
        return warning(
          msg('a probe was read, but pages may not ask for it by script'),
          msg('Set CORS on the bucket as docs/operations.md says: players can choose no quality else.'),
        );
      return ok(msg('a probe was read, and nothing else can be'));
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
        msg('everybody can read what lies in STORAGE_URL, also what was never public'),
        msg("Close that bucket to the public; only MEDIA_STORAGE_URL's has to be open."),
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
