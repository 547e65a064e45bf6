/** Types of columns that kysely-codegen would call `string` or `Json`, and where they come from. */
export const IMPORTS = {
  CaptionKind: '#contract/captions/tracks.ts#CaptionKind',
  TrackState: './columns.ts#TrackState',
  TranscriptionState: '#contract/captions/transcription.ts#TranscriptionState',
  CheckoutStatus: './columns.ts#CheckoutStatus',
  ModerationAction: '#contract/moderation.ts#ModerationAction',
  OrderStatus: '#contract/shop/order-states.ts#OrderStatus',
  NamedTracks: './columns.ts#NamedTracks',
  Origin: '#contract/review-states.ts#Origin',
  PricedLine: './columns.ts#PricedLine',
  Processing: '#contract/submissions.ts#Processing',
  ReviewStatus: '#contract/review-states.ts#ReviewStatus',
  Role: '#contract/accounts/accounts.ts#Role',
  Shipping: './columns.ts#Shipping',
  Source: '#contract/videos.ts#Source',
  SubjectType: '#contract/moderation.ts#SubjectType',
  StoredCue: './columns.ts#StoredCue',
  Visibility: '#contract/videos.ts#Visibility',
  UpgradeStatus: './columns.ts#UpgradeStatus',
};

/** jsonb is read as its value and written as text: node-postgres would take an array for one of PostgreSQL's. */
const json = (type: string) => `ColumnType<${type}, string, string>`;
const withDefault = (type: string) => `Generated<${type}>`;
const jsonWithDefault = (type: string) => `ColumnType<${type}, string | undefined, string>`;

export const COLUMNS = {
  'settings_versions.secrets': jsonWithDefault('Record<string, string>'),
  'settings_versions.value': json('Record<string, unknown>'),
  'captions.cues': json('StoredCue[]'),
  'captions.kind': 'CaptionKind',
  'captions.state': 'TrackState',
  'checkouts.lines': json('PricedLine[]'),
  'checkouts.shipping': json('Shipping'),
  'checkouts.status': withDefault('CheckoutStatus'),
  'moderation_acts.action': 'ModerationAction',
  'moderation_acts.subject_type': 'SubjectType',
  'order_events.status': 'OrderStatus',
  'order_totals.status': 'OrderStatus',
  'orders.items': json('PricedLine[]'),
  'orders.status': 'OrderStatus',
  'products.image_alts': jsonWithDefault('(string | null)[]'),
  'products.images': jsonWithDefault('string[]'),
  'reports.subject_type': 'SubjectType',
  'transcriptions.state': 'TranscriptionState',
  'upgrade_requests.status': withDefault('UpgradeStatus'),
  'users.role': withDefault('Role'),
  'videos.captions': jsonWithDefault('NamedTracks'),
  'videos.origin': 'Origin',
  'videos.processing': withDefault('Processing'),
  'videos.source': withDefault('Source'),
  'videos.status': withDefault('ReviewStatus'),
  'videos.visibility': withDefault('Visibility'),
};
