import type { Brand, PublishedAt, Texts } from '#contract/settings.ts';

/** What the owner set beyond the variables of the environment, with what holds before that. */
export interface OwnerSettings {
  brand: Pick<Brand, 'accent' | 'font'>;
  texts: Texts & PublishedAt;
}

export const OWNER_DEFAULTS: OwnerSettings = {
  brand: { accent: null, font: 'figtree' },
  texts: {
    heroSentence: null,
    footerLinks: [],
    cookieWords: null,
    about: null,
    privacy: null,
    terms: null,
    imprint: null,
    aboutDraft: null,
    privacyDraft: null,
    termsDraft: null,
    imprintDraft: null,
    aboutAt: null,
    privacyAt: null,
    termsAt: null,
    imprintAt: null,
  },
};
