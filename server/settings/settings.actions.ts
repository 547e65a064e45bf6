import { isDeepStrictEqual } from 'node:util';
import { SECTIONS, type Kept, type SectionName, type SettingsVersion } from '#contract/settings.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/sessions.ts';
import { applyOwnerSettings, environmentSettings, type Settings } from '#server/app/start/settings.ts';
import { changesOf, fixedFields, toSettings, valuesInForce, type Values } from './sections.rules.ts';
import {
  addVersion,
  findVersion,
  listVersions,
  NOTHING_STORED,
  readSection,
  readSections,
  type StoredSection,
} from './settings.store.ts';

/** What a section holds, as its answer tells it. */
export async function describeSection(ctx: Context, section: SectionName): Promise<Values & Kept> {
  return describe(ctx.settings, section, await readSection(ctx.db, section));
}

function describe(settings: Settings, section: SectionName, stored: StoredSection): Values & Kept {
  return {
    ...valuesInForce(section, environmentSettings(settings), stored.value),
    version: stored.version,
    fixed: fixedFields(section, settings),
    updatedAt: stored.createdAt?.toISOString() ?? null,
    updatedBy: stored.author,
  };
}

/** Who changes something: an admin on the pages, or the owner's shell. */
type Author = Pick<User, 'id' | 'username'> | null;

/** Changes the fields that are given. Throws 409 when `version` is no longer the latest, 422 for what the environment sets. */
export async function changeSection(
  ctx: Context,
  author: Author,
  section: SectionName,
  { version, ...given }: Values & { version: number },
): Promise<Values & Kept> {
  const stored = await readSection(ctx.db, section);
  if (stored.version !== version) throw changedMeanwhile();
  const before = valuesInForce(section, environmentSettings(ctx.settings), stored.value);
  const changed = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field]),
    ),
  );
  rejectFixed(section, ctx.settings, Object.keys(changed));
  if (Object.keys(changed).length > 0)
    await addSection(ctx, author, section, stored, {
      value: { ...stored.value, ...changed },
      action: 'change',
    });
  return describeSection(ctx, section);
}

/** Puts back what version `undo` changed. Throws 404, 409 where one of its fields was changed again since. */
export async function undoVersion(
  ctx: Context,
  author: Author,
  section: SectionName,
  { version, undo }: { version: number; undo: number },
): Promise<void> {
  const stored = await readSection(ctx.db, section);
  if (stored.version !== version) throw changedMeanwhile();
  const found = await findVersion(ctx.db, section, undo);
  if (!found) throw notFound('This change');
  const value = putBack(stored.value, found.before.value, found.after.value);
  if (!value)
    throw fail(409, 'CHANGED_SINCE', 'This was changed again since. Please undo the later change first.');
  await addSection(ctx, author, section, stored, { value, action: 'undo' });
}

/** `now` with what differs between `before` and `after` as it was before; null where that changed again. */
function putBack<V>(
  now: Record<string, V>,
  before: Record<string, V>,
  after: Record<string, V>,
): Record<string, V> | null {
  const result = { ...now };
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isDeepStrictEqual(before[field], after[field])) continue;
    if (!isDeepStrictEqual(now[field], after[field])) return null;
    delete result[field];
    if (before[field] !== undefined) result[field] = before[field];
  }
  return result;
}

async function addSection(
  ctx: Context,
  author: Author,
  section: SectionName,
  stored: StoredSection,
  next: { value: Values; action: 'change' | 'undo' },
): Promise<void> {
  const environment = environmentSettings(ctx.settings);
  await transact(ctx.db, async (trx) => {
    const added = await addVersion(trx, section, stored.version, {
      value: next.value,
      secrets: stored.secrets,
      author: author ?? { id: null, username: 'system' },
    });
    if (!added) throw changedMeanwhile();
    await audit(trx, author, {
      action: `settings.${next.action}`,
      subjectType: 'settings',
      subjectId: section,
      ...changesOf(
        valuesInForce(section, environment, stored.value),
        valuesInForce(section, environment, next.value),
      ),
    });
  });
  await refreshSettings(ctx);
  ctx.pubsub.publish('settings', section);
}

const changedMeanwhile = () =>
  fail(
    409,
    'CHANGED_MEANWHILE',
    'Somebody else changed these settings meanwhile. Please reload them and try again.',
  );

function rejectFixed(section: SectionName, settings: Settings, changed: string[]): void {
  const fixed = fixedFields(section, settings).filter((field) => changed.includes(field));
  if (fixed.length === 0) return;
  throw fail(422, 'SET_BY_ENVIRONMENT', 'This is set by the environment of the server.', {
    fields: Object.fromEntries(
      fixed.map((field) => [field, 'This is set by the environment of the server.']),
    ),
  });
}

const VERSIONS_SHOWN = 20;

export async function listChanges(ctx: Context, section: SectionName): Promise<SettingsVersion[]> {
  const environment = environmentSettings(ctx.settings);
  const versions = await listVersions(ctx.db, section, VERSIONS_SHOWN + 1);
  const inForce = (stored: StoredSection) => valuesInForce(section, environment, stored.value);
  return versions.slice(0, VERSIONS_SHOWN).map((stored, at) => ({
    version: stored.version,
    author: stored.author ?? 'system',
    createdAt: (stored.createdAt ?? new Date(0)).toISOString(),
    ...changesOf(inForce(versions[at + 1] ?? NOTHING_STORED), inForce(stored)),
  }));
}

/** One after the other in each process: what was read first must not be put into force last. */
const refreshing = new WeakMap<Settings, Promise<void>>();
/** The versions in force, to leave everything as it is where nothing changed. */
const inForce = new WeakMap<Settings, string>();

/** Reads the owner's settings and puts them into force in this process. */
export function refreshSettings(ctx: Context): Promise<void> {
  const next = (refreshing.get(ctx.settings) ?? Promise.resolve()).then(() => refresh(ctx));
  refreshing.set(
    ctx.settings,
    next.catch(() => {}),
  );
  return next;
}

async function refresh(ctx: Context): Promise<void> {
  const stored = await readSections(ctx.db);
  const versions = JSON.stringify([...stored].map(([section, { version }]) => [section, version]));
  if (versions === (inForce.get(ctx.settings) ?? '[]')) return;
  const environment = environmentSettings(ctx.settings);
  const sections = Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      valuesInForce(section, environment, stored.get(section)?.value ?? {}),
    ]),
  ) as Record<SectionName, Values>;
  const { variables, owner } = toSettings(sections);
  applyOwnerSettings(ctx.settings, variables, owner);
  inForce.set(ctx.settings, versions);
  ctx.cache.dropLocal('settings');
}
