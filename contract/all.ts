import { accounts } from './accounts/accounts.ts';
import { archives } from './accounts/archives.ts';
import { backups } from './backups.ts';
import { blocks } from './people/blocks.ts';
import { captions } from './captions/captions.ts';
import { captionReview } from './captions/review.ts';
import { people } from './accounts/people.ts';
import { categories } from './categories.ts';
import { comments } from './comments.ts';
import { community } from './community.ts';
import { creators } from './creators.ts';
import { exports } from './accounts/exports.ts';
import { keys } from './accounts/keys.ts';
import { likes } from './likes.ts';
import { mentions } from './people/mentions.ts';
import { moderation } from './moderation.ts';
import { languages } from './offered-languages.ts';
import { translations } from './owner-words.ts';
import { notifications } from './notifications/notifications.ts';
import { orders } from './shop/orders.ts';
import { curation } from './curation.ts';
import { admin } from './admin.ts';
import { geo } from './geo.ts';
import { playlists } from './lists/playlists.ts';
import { search } from './search.ts';
import { series } from './lists/series.ts';
import { settings } from './settings.ts';
import { security } from './accounts/security.ts';
import { signUp } from './accounts/sign-up.ts';
import { sharing } from './reach/sharing.ts';
import { shop } from './shop/shop.ts';
import { site } from './site.ts';
import { statistics } from './studio/statistics.ts';
import { studio } from './studio/studio.ts';
import { submissions } from './submissions.ts';
import { videos } from './videos.ts';
import { webhooks } from './webhooks.ts';

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
  exports,
  admin,
  keys,
  languages,
  translations,
  likes,
  mentions,
  moderation,
  notifications,
  geo,
  orders,
  people,
  playlists,
  search,
  series,
  settings,
  security,
  sharing,
  signUp,
  shop,
  site,
  statistics,
  studio,
  submissions,
  videos,
  webhooks,
};
