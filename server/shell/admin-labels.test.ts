import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REVIEW_MOVES } from '#contract/submissions/review-states.ts';
import { ACTIONS } from '#contract/moderation/moderation.ts';
import { slices } from '#server/slices.ts';
import { asLogged, partsOf, describeSubject } from '#web/admin/audit-labels.ts';
import { describeAction } from '#web/admin/action-labels.ts';
import { describeJob } from '#web/admin/labels.ts';

test('the dashboard has a label for every job and every audited action', () => {
  const jobs = slices.flatMap((slice) => slice.jobs ?? []).map(({ name }) => name);
  expect(jobs.length).toBeGreaterThan(20);
  expect(jobs.filter((name) => describeJob(name) === name)).toEqual([]);
  const written = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([a-z-]+\.[a-z-]+)'[^\n]*(?=\n?[^\n]*subjectType)/g)].map(
      ([, action = '']) => action,
    ),
  );
  expect(written).toContain('video.delete');
  const actions = [
    ...Object.keys(REVIEW_MOVES).flatMap((move) => [`submission.${move}`, `import.${move}`]),
    ...ACTIONS.map((action) => `moderation.${action.toLowerCase()}`),
    'submission.approve-change',
    'submission.reject-change',
  ].filter((action) => action !== 'import.resubmit');
  expect([...written, ...actions].filter((action) => describeAction(action) === action)).toEqual([]);
});

test('the subject of an entry is shown by name, and linked while it exists', () => {
  const entry = {
    id: 1,
    actor: 'ada',
    action: 'x',
    before: null,
    after: null,
    createdAt: '2026-11-22T10:00:00Z',
    subjectType: 'user',
    subjectId: '15',
    label: 'ada',
  };
  expect(describeSubject(entry)).toEqual({ text: 'ada', to: '/creators/ada' });
  expect(describeSubject({ ...entry, label: null })).toEqual({ text: 'Person 15', to: null });
  expect(describeSubject({ ...entry, subjectType: 'order', label: null })).toEqual({
    text: 'Order 15',
    to: '/admin-orders?q=15',
  });
  expect(describeSubject({ ...entry, subjectType: 'job', subjectId: null, label: null })).toEqual({
    text: 'Job',
    to: null,
  });
});

test('a change is described with labels where there are any, and otherwise as logged', () => {
  const change = { status: 'REJECTED', reason: 'Too <dark>', siteName: 'Sunny', atSec: null, active: false };
  expect(partsOf(change)).toEqual([
    { label: 'State', name: 'status', text: 'REJECTED', value: 'REJECTED' },
    { label: 'Reason', name: 'reason', text: null, value: 'Too <dark>' },
    { label: null, name: 'siteName', text: null, value: 'Sunny' },
    { label: 'Active', name: 'active', text: 'No', value: 'false' },
  ]);
  expect(partsOf([3, 1])).toEqual([{ label: null, name: '', text: null, value: '3, 1' }]);
  expect(partsOf(null)).toEqual([]);
});

test('subjects can be found by their name on the page or in the log', () => {
  expect(['Person 15', 'request to join 3', 'Job', 'video 12', 'something else'].map(asLogged)).toEqual([
    'user 15',
    'sign-up request 3',
    'job',
    'video 12',
    'something else',
  ]);
});
