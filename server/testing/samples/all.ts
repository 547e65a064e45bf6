import {
  accountsSamples,
  archivesSamples,
  exportsSamples,
  keysSamples,
  peopleSamples,
  securitySamples,
  signUpSamples,
} from './accounts.ts';
import {
  communitySamples,
  creatorsSamples,
  moderationSamples,
  notificationsSamples,
  tagsSamples,
} from './community.ts';
import { adminSamples, backupSamples, curationSamples } from './curation.ts';
import { historySamples, playlistsSamples, seriesSamples, webhooksSamples } from './lists.ts';
import { invoicesSamples, ordersSamples, refundsSamples, withdrawalsSamples } from './orders.ts';
import { blocksSamples, mentionsSamples } from './people.ts';
import type { Samples } from './sample.ts';
import {
  categoriesSamples,
  languagesSamples,
  settingsSamples,
  translationsSamples,
  videoSettingsSamples,
} from './settings.ts';
import {
  discountCodesSamples,
  productTagsSamples,
  shippingZonesSamples,
  shopSamples,
  stockSamples,
  taxRatesSamples,
} from './shop.ts';
import { geoSamples } from './geo.ts';
import { statisticsSamples, studioSamples } from './studio.ts';
import { captionReviewSamples, captionsSamples, submissionsSamples } from './submissions.ts';
import { commentsSamples, likesSamples, sharingSamples, siteSamples, videosSamples } from './videos.ts';

/** By the slice's name in the contract. */
export const samples: Record<string, Samples> = {
  accounts: accountsSamples,
  archives: archivesSamples,
  blocks: blocksSamples,
  mentions: mentionsSamples,
  people: peopleSamples,
  security: securitySamples,
  signUp: signUpSamples,
  exports: exportsSamples,
  keys: keysSamples,
  history: historySamples,
  videos: videosSamples,
  comments: commentsSamples,
  likes: likesSamples,
  site: siteSamples,
  sharing: sharingSamples,
  search: { find: { query: { q: 'sun' } }, suggest: { query: { q: 'su' } } },
  settings: settingsSamples,
  videoSettings: videoSettingsSamples,
  categories: categoriesSamples,
  languages: languagesSamples,
  translations: translationsSamples,
  shop: shopSamples,
  discountCodes: discountCodesSamples,
  shippingZones: shippingZonesSamples,
  taxRates: taxRatesSamples,
  stock: stockSamples,
  productTags: productTagsSamples,
  orders: ordersSamples,
  invoices: invoicesSamples,
  refunds: refundsSamples,
  withdrawals: withdrawalsSamples,
  statistics: statisticsSamples,
  studio: studioSamples,
  submissions: submissionsSamples,
  captions: captionsSamples,
  captionReview: captionReviewSamples,
  curation: curationSamples,
  admin: adminSamples,
  backups: backupSamples,
  geo: geoSamples,
  community: communitySamples,
  creators: creatorsSamples,
  tags: tagsSamples,
  moderation: moderationSamples,
  playlists: playlistsSamples,
  series: seriesSamples,
  webhooks: webhooksSamples,
  notifications: notificationsSamples,
};
