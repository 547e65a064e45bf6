import type { Brand } from '#contract/settings.ts';

/** What the owner set beyond the variables of the environment, with what holds before that. */
export interface OwnerSettings {
  brand: Pick<Brand, 'accent' | 'font'>;
}

export const OWNER_DEFAULTS: OwnerSettings = {
  brand: { accent: null, font: 'figtree' },
};
