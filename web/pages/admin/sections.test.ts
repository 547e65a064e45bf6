import { expect, test } from 'vitest';
import { findSections } from './find-sections.ts';
import { ALIASES, adminGroups, partsOf, sectionOf } from './sections.ts';

const opened = (query: string): string => sectionOf('admin', new URLSearchParams(query)).id;

test.each([
  ['', 'overview'],
  ['tab=setup&step=mail', 'overview'],
  ['tab=submissions', 'submissions'],
  ['tab=curate', 'curate'],
  ['tab=import', 'import'],
  ['tab=archive', 'archive'],
  ['tab=reports', 'reports'],
  ['tab=people&q=ada', 'people'],
  ['tab=health', 'health'],
  ['tab=jobs', 'jobs'],
  ['tab=webhooks', 'connections'],
  ['tab=audit', 'audit'],
  ['tab=settings', 'site'],
  ['tab=settings&part=brand', 'site'],
  ['tab=settings&part=texts', 'site'],
  ['tab=settings&part=categories', 'categories'],
  ['tab=settings&part=community', 'community'],
  ['tab=settings&part=shop', 'shop'],
  ['tab=settings&part=languages', 'languages'],
  ['tab=settings&part=translations', 'languages'],
  ['tab=settings&part=connections', 'connections'],
  ['tab=settings&part=backups', 'backups'],
  ['tab=backups', 'backups'],
  ['tab=nowhere', 'overview'],
])('/admin?%s opens %s', (query, id) => {
  expect(opened(query)).toBe(id);
});

test('an alias leads to a section, and never has the id of one', () => {
  const ids = adminGroups().flatMap(({ sections }) => sections.flatMap(partsOf).map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const [old, now] of Object.entries(ALIASES)) {
    expect(ids).toContain(now);
    expect(ids).not.toContain(old);
  }
});

test.each([
  ['back', 'Backups'],
  ['BACKUPS', 'Backups'],
  ['mod', 'Reports'],
  ['smtp', 'Connections'],
  ['curr', 'Currency'],
  ['webh', 'Webhooks'],
  ['2fa', 'Sign-up'],
  ['log', 'Audit log'],
  ['trash', 'Archive'],
])('%s finds %s first or second', (query, label) => {
  expect(
    findSections(query, { shopOffered: true })
      .slice(0, 2)
      .map((found) => found.label),
  ).toContain(label);
});

test('the search matches the beginnings of words, and shows every section without a query', () => {
  expect(findSections('ackup', { shopOffered: true })).toEqual([]);
  expect(findSections('', { shopOffered: true }).map(({ label }) => label)).toContain('Audit log');
  expect(findSections('refunds', { shopOffered: false })).toEqual([]);
});
