import { z } from 'zod';
import * as accounts from '../accounts/accounts.ts';
import * as admin from '../admin/admin.ts';
import * as archives from '../archives/archives.ts';
import * as backups from '../backups/backups.ts';
import * as captions from '../captions/captions.ts';
import * as captionTracks from '../captions/tracks.ts';
import * as comments from '../comments/comments.ts';
import * as community from '../community/community.ts';
import * as connections from '../settings/connections.ts';
import * as creators from '../creators/creators.ts';
import * as curation from '../curation/curation.ts';
import * as errors from '../errors.ts';
import * as exports from '../exports/exports.ts';
import * as geo from '../geo/geo.ts';
import * as keys from '../api-keys/api-keys.ts';
import * as moderation from '../moderation/moderation.ts';
import * as orders from '../orders/orders.ts';
import * as passkeys from '../accounts/passkeys.ts';
import * as people from '../accounts/people.ts';
import * as playlists from '../lists/playlists.ts';
import * as search from '../search/search.ts';
import * as security from '../accounts/security.ts';
import * as series from '../lists/series.ts';
import * as settings from '../settings/settings.ts';
import * as shop from '../shop/shop.ts';
import * as signUp from '../accounts/sign-up.ts';
import * as site from '../site/site.ts';
import * as submissions from '../submissions/submissions.ts';
import * as values from '../values.ts';
import * as videos from '../videos/videos.ts';
import * as webhooks from '../webhooks/webhooks.ts';
import { jsonSchemaFacts } from './json-schema.ts';

const files: object[] = [
  accounts,
  admin,
  archives,
  backups,
  captions,
  captionTracks,
  comments,
  community,
  connections,
  creators,
  curation,
  errors,
  exports,
  geo,
  keys,
  moderation,
  orders,
  passkeys,
  people,
  playlists,
  search,
  security,
  series,
  settings,
  shop,
  signUp,
  site,
  submissions,
  values,
  videos,
  webhooks,
];

/** Objects and enums by the names they are exported by: the components of the OpenAPI document. */
export const namedSchemas: Record<string, z.ZodType> = {};
for (const file of files) {
  for (const [name, value] of Object.entries(file)) {
    if (!(value instanceof z.ZodObject || value instanceof z.ZodEnum)) continue;
    if (namedSchemas[name]) throw new Error(`Two schemas of the contract are called ${name}.`);
    namedSchemas[name] = value;
    jsonSchemaFacts.add(value, { ...jsonSchemaFacts.get(value), id: name });
  }
}
