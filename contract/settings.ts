import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp, line } from './values.ts';

/** The owner's settings, kept in the database; each section has a version of its own. */
export const SECTIONS = ['brand'] as const;
export const SectionName = z.enum(SECTIONS, 'Unknown section.');
export type SectionName = z.infer<typeof SectionName>;

const Version = z.number().int().min(0).max(2_147_483_647);

export const FONTS = ['figtree', 'system', 'serif', 'rounded'] as const;

export const Brand = z.object({
  name: line(60, { what: 'name' }),
  tagline: line(120, { min: 0, what: 'tagline' }),
  /** The colour both themes are made from; null: the product's own orange. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Please give a colour such as #f4791f.')
    .transform((value) => value.toLowerCase())
    .nullable(),
  font: z.enum(FONTS, 'Unknown font.'),
});
export type Brand = z.output<typeof Brand>;

/** What every section's answer tells beside its fields. */
const Kept = z.object({
  /** 0: nothing was changed yet. */
  version: Version,
  /** Fields that the environment sets: it wins, they can't be changed here. */
  fixed: z.array(z.string()),
  updatedAt: Timestamp.nullable(),
  updatedBy: z.string().nullable(),
});
export type Kept = z.infer<typeof Kept>;

/** A change names the version it was made from, and the fields it changes. */
const change = <S extends z.ZodRawShape>(section: z.ZodObject<S>) =>
  z.object({ ...section.partial().shape, version: Version });

export const BrandState = Brand.extend(Kept.shape);
export type BrandState = z.infer<typeof BrandState>;

export const SettingsVersion = z.object({
  version: Version,
  author: z.string(),
  createdAt: Timestamp,
  /** Of the fields that changed. Secrets are told as "set" or "not set". */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type SettingsVersion = z.infer<typeof SettingsVersion>;

export const settings = {
  readBrand: endpoint({
    method: 'GET',
    path: '/api/admin/settings/brand',
    access: 'admin',
    response: BrandState,
    summary: "The site's name, tagline, colour and font",
  }),
  changeBrand: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/brand',
    access: 'admin',
    body: change(Brand),
    response: BrandState,
    errorStatuses: [409, 422],
    summary: 'Change them, live in every process; 409 when somebody else changed them meanwhile',
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/admin/settings/{section}/versions',
    access: 'admin',
    params: z.object({ section: SectionName }),
    response: z.array(SettingsVersion),
    summary: 'The latest changes of a section, newest first',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/settings/{section}/undo',
    access: 'admin',
    params: z.object({ section: SectionName }),
    body: z.object({ version: Version, undo: Version }),
    errorStatuses: [409, 422],
    summary:
      'Put back what a version changed; 409 when it was changed again since, or somebody else changed the section meanwhile',
  }),
};
