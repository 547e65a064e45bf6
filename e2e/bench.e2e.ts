import { measurePresses, measureVisits } from '../bench/phone.ts';
import { publishVideo } from './videos.ts';
import { expect, test } from './fixture.ts';

test.use({ server: 'clips' });

test('the benchmark measures page visits and presses on a phone @soak', async ({
  browser,
  site,
  request,
}) => {
  const videoPath = `/video/${await publishVideo(request, site, 'Measured balloons')}`;
  for (const address of ['/', videoPath]) {
    const { fcp, tbt, cls, inp } = await measureVisits(browser, site.url + address, 1);
    for (const milliseconds of [fcp, inp]) expect(milliseconds, address).toBeGreaterThan(0);
    expect(tbt, address).toBeGreaterThanOrEqual(0);
    // the one that doesn't go with the speed of the machine
    expect(cls, address).toBeLessThanOrEqual(0.01);
  }
  const presses = await measurePresses(browser, site.url, [videoPath], 1);
  for (const [name, milliseconds] of Object.entries(presses)) expect(milliseconds, name).toBeGreaterThan(0);
});
