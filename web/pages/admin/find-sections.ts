import { t } from '@lingui/core/macro';
import { offeredGroups, partsOf, sectionPath } from './sections.ts';
import type { AdminSection } from './sections.ts';

export interface FindResult {
  /** As it is called. */
  kind: string;
  key: string;
  label: string;
  details: string;
  to: string;
}

/** A word of the text begins with the query. */
const matches = (text: string, query: string): boolean => ` ${text.toLowerCase()}`.includes(` ${query}`);

/** Sections by their names and synonyms, then single settings; without a query every section. */
export function findSections(typed: string, config: { shopOffered: boolean }): FindResult[] {
  const query = typed.toLowerCase();
  const found = offeredGroups(config).flatMap((group) =>
    group.sections.flatMap((section) =>
      partsOf(section).map((part) => ({
        part,
        details: section.parts ? section.label : group.label,
        result: toResult(
          t`Sections`,
          part,
          part.title ?? part.label,
          section.parts ? section.label : group.label,
        ),
      })),
    ),
  );
  const named = found.filter(({ part, details }) =>
    matches(`${part.title ?? ''} ${part.label} ${details}`, query),
  );
  const similar = found.filter((each) => !named.includes(each) && matches(each.part.synonyms ?? '', query));
  const settings = found.flatMap(({ part, details }) =>
    (query === '' ? [] : (part.settings ?? []))
      .filter((name) => matches(name, query))
      .map((name) => toResult(t`Settings`, part, name, `${details} · ${part.label}`)),
  );
  return [...[...named, ...similar].map(({ result }) => result), ...settings];
}

const toResult = (kind: string, part: AdminSection, label: string, details: string): FindResult => ({
  kind,
  key: `${kind} ${part.id} ${label}`,
  label,
  details,
  to: sectionPath(part),
});
