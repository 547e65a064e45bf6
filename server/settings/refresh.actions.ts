import type { SecretName } from '#contract/settings/connections.ts';
import type { SectionName } from '#contract/settings/settings.ts';
import type { Context } from '#server/app/context.ts';
import {
  applyOwnerSettings,
  environmentSettings,
  knowsPublicUrl,
  type Settings,
} from '#server/app/start/settings.ts';
import { listZones } from '#server/shop/shipping-zones.store.ts';
import { openSecretBox } from '#server/app/database/secret-box.ts';
import { everySection, toSettings, valuesInForce, type OpenSection } from './sections.rules.ts';
import { recordOrigin } from './origins.store.ts';
import { NOTHING_STORED, readSections, type StoredSection } from './settings.store.ts';

/** Sequential in each process: an older read must not be applied last. */
const refreshing = new WeakMap<Settings, Promise<void>>();
/** The applied versions, to skip a refresh without changes. */
const inForce = new WeakMap<Settings, string>();
/** The site's origin, as last recorded. */
const origins = new WeakMap<Settings, string | null>();

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
  const [stored, shippingZones] = await Promise.all([readSections(ctx.db), listZones(ctx.db)]);
  const versions = JSON.stringify([
    [...stored].map(([section, { version }]) => [section, version]),
    shippingZones,
  ]);
  if (versions === (inForce.get(ctx.settings) ?? '[[],[]]')) return rememberOrigin(ctx);
  const environment = environmentSettings(ctx.settings);
  const { variables, owner } = toSettings(
    everySection((section) => openSection(ctx, section, environment, stored.get(section) ?? NOTHING_STORED)),
  );
  applyOwnerSettings(ctx.settings, variables, { ...owner, shippingZones });
  inForce.set(ctx.settings, versions);
  await rememberOrigin(ctx);
  ctx.cache.dropLocal('settings');
}

/** So that links with a former origin of the site work under the current one. */
async function rememberOrigin({ db, settings }: Context): Promise<void> {
  const current = knowsPublicUrl(settings) ? new URL(settings.PUBLIC_URL).origin : null;
  if (origins.get(settings) === current) return;
  settings.origins = await recordOrigin(db, current);
  origins.set(settings, current);
}

function openSection(
  ctx: Context,
  section: SectionName,
  environment: Settings,
  { value, secrets }: StoredSection,
): OpenSection {
  const opened: OpenSection['secrets'] = {};
  const locked = Object.entries(secrets) as [SecretName, string][];
  const box = locked.length > 0 ? openSecretBox(ctx.settings) : null;
  for (const [name, text] of locked) {
    const secret = box?.open(`${section}.${name}`, text) ?? null;
    if (secret !== null) opened[name] = secret;
    else
      ctx.log.warn(
        'A secret of the settings was encrypted with another key. Set the same SETTINGS_KEY for every process, or enter it again.',
        { secret: name },
      );
  }
  return { values: valuesInForce(section, environment, value), secrets: opened };
}
