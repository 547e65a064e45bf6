import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { site as siteApi } from '#contract/site/site.ts';
import { settings as settingsApi } from '#contract/settings/settings.ts';
import { emailBrand } from '#server/app/mail/email-brand.ts';
import { renderEmail } from '#server/app/mail/email-template.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});

const at = '/api/admin/settings/brand';
const brand = () => admin.call(settingsApi.readBrand);
const put = async (json: object) =>
  admin.fetch(at, { method: 'PUT', json: { version: (await brand()).version, ...json } });

function upload(bytes: Uint8Array<ArrayBuffer> | string, name = 'logo.png'): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([bytes]), name);
  return admin.fetch(`${at}/logo`, { method: 'POST', body });
}

async function picture(url: string) {
  const answer = await site.fetch(url);
  expect(answer.headers.get('content-type'), url).toBe('image/png');
  expect(answer.headers.get('cache-control'), url).toContain('immutable');
  return sharp(Buffer.from(await answer.arrayBuffer()));
}

test('a logo is re-encoded and appears in pages, icons, manifest and mails until it is removed', async () => {
  // white on transparent, with metadata that must be removed
  const white = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#ffffff80' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .png()
    .toBuffer();
  const uploaded = await upload(new Uint8Array(white));
  expect(uploaded.status).toBe(201);
  const { logo } = await bodyOf(uploaded, z.object({ logo: z.string() }));
  expect((await put({ logo })).status).toBe(200);

  const config = await site.call(siteApi.config);
  const shown = await (await picture(config.logo ?? '')).metadata();
  expect(shown).toMatchObject({ width: 384, height: 128, hasAlpha: true });
  expect(shown.exif).toBeUndefined();
  const html = await (await site.fetch('/shop')).text();
  const icons = [...html.matchAll(/<link rel="(?:apple-touch-)?icon" href="([^"]+)"/g)].map(
    ([, href]) => href ?? '',
  );
  const sizes = await Promise.all(icons.map(async (href) => (await (await picture(href)).metadata()).width));
  expect(sizes).toEqual([64, 180]);
  const manifest = await bodyOf(
    site.fetch('/manifest.webmanifest'),
    z.object({ icons: z.object({ src: z.string(), sizes: z.string() }).array() }),
  );
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(['192x192', '512x512', '192x192', '512x512']);
  // a light logo gets a dark ground
  const corner = await (
    await picture(manifest.icons[1]?.src ?? '')
  )
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([...corner]).toEqual([0x1a, 0x14, 0x10]);
  const { settings } = site.ctx;
  const email = renderEmail(
    () => ({ subject: 'A', heading: 'B', paragraphs: [] }),
    emailBrand(settings),
    'en',
  );
  expect(email.html).toContain(`<img src="${settings.PUBLIC_URL}${config.logo}"`);

  expect((await put({ logo: null })).status).toBe(200);
  expect(await (await site.fetch('/shop')).text()).toContain('href="/favicon.svg"');
  // it stays, and can be named again
  expect((await put({ logo })).status).toBe(200);
  expect((await brand()).logo).toBe(logo);
});

test('rejects a logo that is not a picture or was never uploaded', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  expect((await upload(svg, 'logo.svg')).status).toBe(415);
  expect((await upload('nothing')).status).toBe(415);
  const answer = await put({ logo: 'a'.repeat(24) });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ fields: { logo: expect.any(String) } });
  expect((await put({ logo: '../../secret' })).status).toBe(400);
});
