import { expect, test } from 'vitest';
import type { Submission } from '#contract/submissions/submissions.ts';
import { changeOf, rebase, valuesOf } from './edit.ts';

const video = {
  title: 'Harbour',
  category: 'Lifestyle',
  description: null,
  location: {
    name: 'Porto',
    latitude: 41.1,
    longitude: -8.6,
    address: null,
    city: null,
    state: null,
    country: null,
  },
  visibility: 'PUBLIC',
  publishAt: null,
  comments: 'ON',
  focus: { x: 0.5, y: 0.5 },
  labels: { ai: false, paid: false, sensitive: false },
  downloadable: null,
  supportLink: null,
  pendingChange: null,
} as unknown as Submission;

test('a form sends only what changed, and nothing once that is saved or pending review', () => {
  const values = { ...valuesOf(video), title: ' Harbour at dusk ', place: '' };
  expect(changeOf(video, valuesOf(video))).toEqual({});
  expect(changeOf(video, values)).toMatchObject({
    title: 'Harbour at dusk',
    location: { name: null, latitude: 41.1 },
  });
  const focus = { x: 0.5, y: 0.25 };
  expect(changeOf(video, { ...valuesOf(video), focus })).toEqual({ focus });
  const chosen = { ...valuesOf(video), downloads: 'OFF' as const, supportLink: ' https://example.org ' };
  expect(changeOf(video, chosen)).toEqual({ downloadable: false, supportLink: 'https://example.org' });
  const labels = { ai: true, paid: false, sensitive: false };
  expect(changeOf(video, { ...valuesOf(video), labels })).toEqual({ labels });
  const waiting = { ...video, pendingChange: { title: 'Harbour at dusk' } };
  expect(valuesOf(waiting).title).toBe('Harbour at dusk');
  expect(changeOf(waiting, { ...values, place: 'Porto' })).toEqual({});
  // back to what is published
  expect(changeOf(waiting, valuesOf(video))).toEqual({ title: 'Harbour' });
});

test('typed values win over what another tab saved', () => {
  const typed = { ...valuesOf(video), title: 'Harbour at dusk', focus: { x: 0.2, y: 0.5 } };
  const latest = { ...video, title: 'Port', category: 'Travel', version: 2 };
  const values = rebase(typed, video, latest);
  expect(values).toEqual({ ...typed, category: 'Travel' });
  expect(changeOf(latest, values)).toEqual({ title: 'Harbour at dusk', focus: { x: 0.2, y: 0.5 } });
});
