import { accounts } from './accounts/accounts.ts';
import { archives } from './archives/archives.ts';
import { backups } from './backups/backups.ts';
import { blocks } from './blocks/blocks.ts';
import { captions } from './captions/captions.ts';
import { captionReview } from './captions/review.ts';
import { people } from './accounts/people.ts';
import { categories } from './settings/categories.ts';
import { comments } from './comments/comments.ts';
import { community } from './community/community.ts';
import { creators } from './creators/creators.ts';
import { exports } from './exports/exports.ts';
import { keys } from './api-keys/api-keys.ts';
import { history } from './history/history.ts';
import { likes } from './likes/likes.ts';
import { mentions } from './mentions/mentions.ts';
import { moderation } from './moderation/moderation.ts';
import { languages } from './settings/languages.ts';
import { translations } from './settings/translations.ts';
import { notifications } from './notifications/notifications.ts';
import { invoices } from './orders/invoices.ts';
import { orders } from './orders/orders.ts';
import { refunds } from './orders/refunds.ts';
import { stock } from './shop/stock.ts';
import { curation } from './curation/curation.ts';
import { admin } from './admin/admin.ts';
import { geo } from './geo/geo.ts';
import { productTags } from './product-tags/product-tags.ts';
import { playlists } from './lists/playlists.ts';
import { search } from './search/search.ts';
import { series } from './lists/series.ts';
import { settings } from './settings/settings.ts';
import { security } from './accounts/security.ts';
import { signUp } from './accounts/sign-up.ts';
import { sharing } from './site/sharing.ts';
import { discountCodes } from './shop/discount-codes.ts';
import { shippingZones } from './shop/shipping-zones.ts';
import { shop } from './shop/shop.ts';
import { tags } from './tags/tags.ts';
import { taxRates } from './shop/tax-rates.ts';
import { site } from './site/site.ts';
import { statistics } from './statistics/statistics.ts';
import { studio } from './submissions/studio.ts';
import { submissions } from './submissions/submissions.ts';
import { videoSettings } from './settings/video-settings.ts';
import { videos } from './videos/videos.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { withdrawals } from './withdrawals/withdrawals.ts';

/** Every endpoint, by slice: what the OpenAPI document and the role × endpoint test walk. */
export const contract = {
  accounts,
  archives,
  backups,
  blocks,
  captions,
  captionReview,
  categories,
  comments,
  community,
  creators,
  curation,
  discountCodes,
  exports,
  admin,
  invoices,
  keys,
  languages,
  translations,
  likes,
  mentions,
  moderation,
  notifications,
  geo,
  history,
  orders,
  refunds,
  stock,
  people,
  playlists,
  productTags,
  search,
  series,
  settings,
  videoSettings,
  security,
  sharing,
  shippingZones,
  signUp,
  shop,
  site,
  statistics,
  studio,
  submissions,
  tags,
  taxRates,
  videos,
  webhooks,
  withdrawals,
};
