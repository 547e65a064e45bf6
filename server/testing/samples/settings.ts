import type { Samples } from './sample.ts';

/** Each of a version that is never the latest: the settings stay as they are for the other rows. */
export const settingsSamples: Samples = {
  readBrand: {},
  changeBrand: { body: { version: 999, name: 'Sunny' } },
  readTexts: {},
  changeTexts: { body: { version: 999, heroSentence: 'Sun all day.' } },
  uploadLogo: {},
  previewText: { body: { markdown: '# Hello' } },
  readCommunity: {},
  changeCommunity: { body: { version: 999, guestComments: false } },
  readShop: {},
  changeShop: { body: { version: 999, currency: 'EUR' } },
  readConnections: {},
  changeConnections: { body: { version: 999, mailHost: 'smtp.example.org', mailPassword: 'secret' } },
  testConnection: { body: { connection: 'map' } },
  document: { params: { name: 'about' } },
};

export const categoriesSamples: Samples = {
  read: {},
  change: { body: { version: 999, videos: ['Business'] } },
};

export const languagesSamples: Samples = {
  read: {},
  change: { body: { version: 999, defaultLanguage: 'de' } },
};

export const videoSettingsSamples: Samples = {
  read: {},
  change: { body: { version: 999, downloads: true } },
};

export const translationsSamples: Samples = {
  read: {},
  change: { body: { version: 999, de: { tagline: 'Sonne den ganzen Tag.' } } },
};
