import { accountsSlice } from './accounts/accounts.slice.ts';
import { adminSlice } from './admin/admin.slice.ts';
import type { Slice } from './app/slice.ts';
import { archivesSlice } from './archives/archives.slice.ts';
import { backupsSlice } from './backups/backups.slice.ts';
import { findMoments } from './captions/moments.store.ts';
import { captionsSlice } from './captions/captions.slice.ts';
import { commentsSlice } from './comments/comments.slice.ts';
import { moderatedComments } from './comments/moderated-comments.ts';
import { communitySlice } from './community/community.slice.ts';
import { moderatedPosts } from './community/moderated-posts.ts';
import { creatorsSlice } from './creators/creators.slice.ts';
import { curationSlice } from './curation/curation.slice.ts';
import { moderatedVideos } from './curation/moderated-videos.ts';
import { diagnosticsSlice } from './diagnostics/diagnostics.slice.ts';
import { exportsSlice } from './exports/exports.slice.ts';
import { followsSlice } from './creators/follows.slice.ts';
import { geoSlice } from './geo/geo.slice.ts';
import { apiKeysSlice } from './api-keys/api-keys.slice.ts';
import { historySlice } from './history/history.slice.ts';
import { likesSlice } from './likes/likes.slice.ts';
import { moderationSlice } from './moderation/moderation.slice.ts';
import { notificationsSlice } from './notifications/notifications.slice.ts';
import { ordersSlice } from './orders/orders.slice.ts';
import { mentionsSlice } from './mentions/mentions.slice.ts';
import { blocksSlice } from './blocks/blocks.slice.ts';
import { listsSlice } from './lists/lists.slice.ts';
import { productTagsSlice } from './product-tags/product-tags.slice.ts';
import { sampleSlice } from './sample/sample.slice.ts';
import { settingsSlice } from './settings/settings.slice.ts';
import { shopSlice } from './shop/shop.slice.ts';
import { siteSlice } from './site/site.slice.ts';
import { statisticsSlice } from './statistics/statistics.slice.ts';
import { submissionsSlice } from './submissions/submissions.slice.ts';
import { tagsSlice } from './tags/tags.slice.ts';
import { suggestTags } from './tags/tags.store.ts';
import { updatesSlice } from './updates/updates.slice.ts';
import { videosSlice } from './videos/videos.slice.ts';
import { webhooksSlice } from './webhooks/webhooks.slice.ts';
import { withdrawalsSlice } from './withdrawals/withdrawals.slice.ts';
import { findVideosByIds } from './videos/videos.store.ts';
import { listCommentsByIds } from './comments/comments.store.ts';
import { listPostsByIds } from './community/lists.store.ts';
import { listCreatorsByIds } from './creators/creators.store.ts';
import { searchSlice } from './search/search.slice.ts';
import { listProductsByIds } from './shop/products.store.ts';

/** Every slice of the product. The site's own is last: it has the catch-all pages. */
export const slices: Slice[] = [
  // first: what the others do when they are ready goes by them
  settingsSlice,
  accountsSlice,
  apiKeysSlice,
  videosSlice,
  statisticsSlice,
  submissionsSlice,
  captionsSlice,
  commentsSlice,
  communitySlice,
  likesSlice,
  creatorsSlice,
  followsSlice,
  tagsSlice,
  blocksSlice,
  listsSlice,
  historySlice,
  mentionsSlice,
  notificationsSlice,
  moderationSlice({ VIDEO: moderatedVideos, COMMENT: moderatedComments, POST: moderatedPosts }),
  curationSlice,
  adminSlice,
  diagnosticsSlice,
  backupsSlice,
  updatesSlice,
  shopSlice,
  ordersSlice,
  productTagsSlice,
  withdrawalsSlice,
  geoSlice,
  exportsSlice,
  archivesSlice,
  webhooksSlice,
  searchSlice({
    videos: findVideosByIds,
    people: listCreatorsByIds,
    posts: listPostsByIds,
    comments: listCommentsByIds,
    products: listProductsByIds,
    moments: findMoments,
    tags: suggestTags,
  }),
  sampleSlice,
  siteSlice,
];
