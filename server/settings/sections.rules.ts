import { isDeepStrictEqual } from 'node:util';
import type { SectionName } from '#contract/settings.ts';
import { OWNER_DEFAULTS, type OwnerSettings } from '#server/app/start/owner-settings.ts';
import type { Settings } from '#server/app/start/settings.ts';

export type Values = Record<string, unknown>;

interface SectionRules {
  /** What holds while the owner changed nothing. */
  base(environment: Settings): Values;
  /** Fields that a variable of the environment sets, by the variable. */
  variables: Record<string, string>;
}

/** How the fields of each section go together with the environment. */
export const SECTION_RULES: Record<SectionName, SectionRules> = {
  brand: {
    base: ({ SITE_NAME, SITE_TAGLINE }) => ({
      name: SITE_NAME,
      tagline: SITE_TAGLINE,
      ...OWNER_DEFAULTS.brand,
    }),
    variables: { name: 'SITE_NAME', tagline: 'SITE_TAGLINE' },
  },
};

export function fixedFields(section: SectionName, { fixed }: Settings): string[] {
  return Object.entries(SECTION_RULES[section].variables)
    .filter(([, variable]) => fixed.has(variable))
    .map(([field]) => field);
}

/** The values that hold: the environment's, else the owner's, else the product's. */
export function valuesInForce(section: SectionName, environment: Settings, stored: Values): Values {
  const base = SECTION_RULES[section].base(environment);
  const fixed = new Set(fixedFields(section, environment));
  const owned = Object.entries(stored).filter(([field]) => field in base && !fixed.has(field));
  return { ...base, ...Object.fromEntries(owned) };
}

/** The fields whose values differ, with both. */
export function changesOf(before: Values, after: Values): { before: Values; after: Values } {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const pick = (values: Values): Values =>
    Object.fromEntries(changed.map((field) => [field, values[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Variables as of the environment, and what goes beyond them. */
export function toSettings(sections: Record<SectionName, Values>): {
  variables: Record<string, string | undefined>;
  owner: OwnerSettings;
} {
  const { name, tagline, ...brand } = sections.brand;
  return {
    variables: { SITE_NAME: name as string, SITE_TAGLINE: tagline as string },
    owner: { brand: brand as OwnerSettings['brand'] },
  };
}
