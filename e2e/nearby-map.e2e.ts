import { expect, test } from './fixture.ts';
import { map, pixelsOf } from './map-pixels.ts';

// this file's browser draws WebGL, in software
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []).filter((each) => each !== '--disable-gpu'),
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    }),
});

test('the map is drawn in the colours of both themes @soak', async ({ page, site, signIn }) => {
  await site.addVideo({ title: 'Canal at noon', latitude: 52.3702157, longitude: 4.8951679 });
  await site.addVideo({ title: 'Harbour at dusk', latitude: 53.5, longitude: 9.9 });
  await signIn('GLOBAL_ADMIN');
  await page.goto('/nearby');
  await expect(map(page).locator('canvas')).toBeVisible();
  await expect(map(page).getByRole('button', { name: 'Harbour at dusk' })).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => pixelsOf(page, '--color-surface'), `${scheme}: land`).toBeGreaterThan(2000);
    expect(await pixelsOf(page, '--color-raised'), `${scheme}: sea`).toBeGreaterThan(2000);
    expect(await pixelsOf(page, '--color-accent'), `${scheme}: the place`).toBeGreaterThan(20);
  }
  await map(page).getByRole('button', { name: 'Canal at noon' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Canal at noon' })).toBeFocused();
});
