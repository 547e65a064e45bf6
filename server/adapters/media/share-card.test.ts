import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { drawShareCard } from './share-card.ts';

let logo: Buffer;
beforeAll(async () => {
  logo = await sharp({ create: { width: 48, height: 48, channels: 4, background: '#f80' } })
    .png()
    .toBuffer();
});

const draw = async (title: string, creator = 'Mara', siteName = 'Pier') =>
  (await drawShareCard({ title, creator, siteName, picture: null, logo })).toString('base64');

it.each([
  ['Sunset 🌞', 'Sunset'],
  ['🎉 Sunset 🎉 at the pier 🎉', 'Sunset at the pier'],
  ['❤️ Sunset ⛱', 'Sunset'],
  ['Sunset 👩‍👩‍👧 👍🏽 ❤️‍🔥', 'Sunset'],
  ['🇩🇪 Sunset 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'Sunset'],
  ['Day 1️⃣0️⃣ 🔟', 'Day 10'],
  ['Sunset \u{E000}\u{F8FF}\u{10FFFD}\u0378', 'Sunset'],
])('draws %s without characters missing from text fonts, the same as %s', async (title, letters) => {
  const without = await draw(letters);
  expect(await draw(title)).toBe(without);
  expect(await draw(letters, '🌊 Mara', 'Pier 🏖️')).toBe(without);
});

it('draws symbols that text fonts contain', async () => {
  expect(await draw('Pier © ★ 3 → 4 #1 ½')).not.toBe(await draw('Pier 3 4 1'));
  expect(await draw('Pier ©')).not.toBe(await draw('Pier'));
  expect(await draw('Pier #1*')).not.toBe(await draw('Pier'));
});

it('a card with only emoji is drawn without text', async () => {
  const plain = await draw('🎉', '🌊', '🏖️');
  expect(await draw('👍🏽', '🎉', '🌊')).toBe(plain);
  expect(plain).not.toBe(await draw('A', '🌊', '🏖️'));
});
