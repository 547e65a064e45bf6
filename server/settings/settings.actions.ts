import { isDeepStrictEqual } from 'node:util';
import { SECRETS, type SecretName } from '#contract/settings/connections.ts';
import { type SavedSection, type SectionName } from '#contract/settings/settings.ts';
import { msg } from '#contract/text/message.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { environmentSettings, type Settings } from '#server/app/start/settings.ts';
import { hasLogo } from './logo.actions.ts';
import { refreshSettings } from './refresh.actions.ts';
import { openSecretBox } from '#server/app/database/secret-box.ts';
import {
  changesOf,
  fixedFields,
  rulesOf,
  secretsToEnterAgain,
  valuesInForce,
  type Values,
} from './sections.rules.ts';
import { addVersion, forgetVersions, readSection, type StoredSection } from './settings.store.ts';

/** A section's values, as in its response. */
export async function describeSection(ctx: Context, section: SectionName): Promise<Values & SavedSection> {
  const stored = await readSection(ctx.db, section);
  return {
    ...valuesInForce(section, environmentSettings(ctx.settings), stored.value),
    ...(section === 'connections' && {
      secrets: secretsSet(ctx.settings, stored),
      payments: ctx.settings.PAYMENTS,
    }),
    version: stored.version,
    fixed: fixedFields(section, ctx.settings),
    updatedAt: stored.createdAt?.toISOString() ?? null,
    updatedBy: stored.author,
  };
}

function secretsSet(settings: Settings, { secrets }: StoredSection): Record<SecretName, boolean> {
  const fixed = fixedFields('connections', settings);
  return Object.fromEntries(
    SECRETS.map((name) => [name, fixed.includes(name) || secrets[name] !== undefined]),
  ) as Record<SecretName, boolean>;
}

/** Who changes something: an admin on the pages; null: the owner's shell. */
export type Author = Pick<User, 'id' | 'username'> | null;

/** Changes for the same transaction; `after` has the section's new values. */
type Alongside = (trx: Trx, after: Values) => Promise<void>;

/**
 * Changes the given fields. Throws 409 when `version` is no longer the latest, 422 for fields set by the
 * environment, invalid combinations, and a secret that would go to another server than it was entered for.
 */
export async function changeSection(
  ctx: Context,
  author: Author,
  section: SectionName,
  { version, ...given }: Values & { version: number },
  alongside?: Alongside,
): Promise<Values & SavedSection> {
  const stored = await readSection(ctx.db, section);
  if (stored.version !== version) throw changedMeanwhile();
  const before = valuesInForce(section, environmentSettings(ctx.settings), stored.value);
  const changed = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && !isSecret(field) && !isDeepStrictEqual(value, before[field]),
    ),
  );
  const secrets = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => isSecret(field) && value !== undefined),
  ) as Record<string, string | null>;
  rejectFixed(section, ctx.settings, [...Object.keys(changed), ...Object.keys(secrets)]);
  const followed = rulesOf(section).follow?.(changed, new Date(ctx.clock.now())) ?? {};
  const value = { ...stored.value, ...changed, ...followed };
  rejectWrong(rulesOf(section).check?.({ ...before, ...changed }) ?? {});
  for (const field of LOGOS)
    if (typeof changed[field] === 'string' && !(await hasLogo(ctx, changed[field])))
      rejectWrong({ [field]: msg('Please upload the logo first.') });
  const next = { value, secrets: changeSecrets(ctx, section, stored, { ...before, ...changed }, secrets) };
  if (!isDeepStrictEqual(next, { value: stored.value, secrets: stored.secrets }))
    await addSection(ctx, author, section, stored, next, (trx) =>
      alongside?.(trx, { ...before, ...changed }),
    );
  return describeSection(ctx, section);
}

/** Fields that refer to a previously uploaded image. */
const LOGOS = ['logo', 'identityLogo', 'identity2Logo'];

const isSecret = (field: string): boolean => (SECRETS as readonly string[]).includes(field);

/** The secrets after a change, locked. */
function changeSecrets(
  ctx: Context,
  section: SectionName,
  stored: StoredSection,
  after: Values,
  given: Record<string, string | null>,
): Record<string, string> {
  const before = valuesInForce(section, environmentSettings(ctx.settings), stored.value);
  const again = secretsToEnterAgain(section, before, after).filter(
    (name) => stored.secrets[name] !== undefined && given[name] === undefined,
  );
  rejectWrong(
    Object.fromEntries(again.map((name) => [name, msg('Please enter it again. The server has changed.')])),
  );
  const secrets = { ...stored.secrets };
  const box = Object.keys(given).length > 0 ? openSecretBox(ctx.settings) : null;
  for (const [name, secret] of Object.entries(given)) {
    if (secret !== null && box) secrets[name] = box.lock(`${section}.${name}`, secret);
    else delete secrets[name];
  }
  return secrets;
}

async function addSection(
  ctx: Context,
  author: Author,
  section: SectionName,
  stored: StoredSection,
  next: Pick<StoredSection, 'value' | 'secrets'>,
  alongside: (trx: Trx) => Promise<void> | undefined,
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const added = await addVersion(trx, section, stored.version, {
      value: next.value,
      secrets: next.secrets,
      author: author ?? { id: null, username: 'system' },
    });
    if (!added) throw changedMeanwhile();
    await alongside(trx);
    await forgetVersions(trx, section, stored.version);
    await audit(trx, author, {
      action: 'settings.change',
      subjectType: 'settings',
      subjectId: section,
      ...logChanges(ctx.settings, section, stored, next),
    });
    await ctx.pubsub.publishIn(trx, 'settings', [section]);
  });
  await refreshSettings(ctx);
}

type ComparedSection = Pick<StoredSection, 'value' | 'secrets'>;

/** What differs between two versions; of secrets only that they do. */
function logChanges(
  settings: Settings,
  section: SectionName,
  before: ComparedSection,
  after: ComparedSection,
) {
  const environment = environmentSettings(settings);
  const changes = changesOf(
    valuesInForce(section, environment, before.value),
    valuesInForce(section, environment, after.value),
  );
  for (const name of SECRETS) {
    if (before.secrets[name] === after.secrets[name]) continue;
    changes.before[name] = before.secrets[name] === undefined ? 'not set' : 'set';
    changes.after[name] = after.secrets[name] === undefined ? 'not set' : 'set anew';
  }
  return changes;
}

const changedMeanwhile = () =>
  fail(409, 'CHANGED_MEANWHILE', 'Someone else changed these settings. Please reload and try again.');

const BY_ENVIRONMENT = msg('This is set in the server environment.');

function rejectFixed(section: SectionName, settings: Settings, changed: string[]): void {
  const fixed = fixedFields(section, settings).filter((field) => changed.includes(field));
  if (fixed.length === 0) return;
  throw fail(422, 'SET_BY_ENVIRONMENT', BY_ENVIRONMENT, {
    fields: Object.fromEntries(fixed.map((field) => [field, BY_ENVIRONMENT])),
  });
}

function rejectWrong(fields: Record<string, string>): void {
  const [first] = Object.values(fields);
  if (first !== undefined) throw fail(422, 'WRONG_SETTING', first, { fields });
}
