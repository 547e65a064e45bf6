import { expect, it } from 'vitest';
import { readStoryboard, stillAt } from './storyboard.rules.ts';

const TEXT = `WEBVTT

00:00:00.000 --> 00:00:06.000
storyboard.jpg#xywh=0,0,160,90

00:00:06.000 --> 01:00:01.500
storyboard.jpg#xywh=160,90,160,90
`;

it('finds the still for a time on the sheet beside the storyboard', () => {
  const stills = readStoryboard(TEXT, 'https://site.example/media/videos/1/r/storyboard.vtt');
  expect(stills).toHaveLength(2);
  expect(stillAt(stills, 0)).toMatchObject({ x: 0, y: 0, width: 160, height: 90 });
  expect(stillAt(stills, 6)).toMatchObject({
    sheet: 'https://site.example/media/videos/1/r/storyboard.jpg',
    to: 3601.5,
    x: 160,
    y: 90,
  });
  expect(stillAt(stills, 9999)?.x).toBe(160);
});

it('has no still without a storyboard', () => {
  expect(stillAt(readStoryboard('<html>', 'https://site.example/'), 1)).toBeNull();
});
