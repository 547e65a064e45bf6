import { z } from 'zod';
import { categories } from '#contract/settings/categories.ts';
import { languages } from '#contract/settings/languages.ts';
import { translations } from '#contract/settings/translations.ts';
import { videoSettings } from '#contract/settings/video-settings.ts';
import { SECTIONS, settings, type SectionName } from '#contract/settings/settings.ts';
import type { Context } from '#server/app/context.ts';
import { changeCategories, type CategoriesChange } from './categories.actions.ts';
import { changeSection } from './settings.actions.ts';
import { readSections, readSection } from './settings.store.ts';

const BODIES: Record<SectionName, z.ZodObject> = {
  brand: settings.changeBrand.body,
  texts: settings.changeTexts.body,
  categories: categories.change.body,
  community: settings.changeCommunity.body,
  videos: videoSettings.change.body,
  shop: settings.changeShop.body,
  languages: languages.change.body,
  translations: translations.change.body,
  connections: settings.changeConnections.body,
};

/** The owner's settings by section, without secrets or derived values. */
export async function exportSettings(ctx: Context): Promise<Record<string, object>> {
  const stored = await readSections(ctx.db);
  return Object.fromEntries(
    SECTIONS.flatMap((section) => {
      const { value } = stored.get(section) ?? {};
      if (!value) return [];
      const fields = BODIES[section].shape;
      return [[section, Object.fromEntries(Object.entries(value).filter(([field]) => field in fields))]];
    }),
  );
}

const SettingsFile = z.partialRecord(z.enum(SECTIONS), z.record(z.string(), z.unknown()));

function parseFile(text: string): z.output<typeof SettingsFile> {
  try {
    return SettingsFile.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`This isn't a settings file: ${reason}`, { cause: error });
  }
}

/**
 * Applies a file of exportSettings section by section; it may include secrets. Throws an error with a
 * sentence for the owner; a malformed file changes nothing.
 */
export async function importSettings(ctx: Context, text: string): Promise<SectionName[]> {
  const given = parseFile(text);
  const changes = SECTIONS.flatMap((section) => {
    const values = given[section];
    if (!values) return [];
    const read = BODIES[section].strict().safeParse({ ...values, version: 0 });
    if (!read.success) throw new Error(`${section}: ${z.prettifyError(read.error)}`);
    return [{ section, values: read.data }];
  });
  for (const { section, values } of changes) {
    const { version } = await readSection(ctx.db, section);
    if (section === 'categories')
      await changeCategories(ctx, null, { ...(values as CategoriesChange), version });
    else await changeSection(ctx, null, section, { ...values, version });
  }
  return changes.map(({ section }) => section);
}
