import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { TAX_MODES } from '../shop/pricing.rules.ts';
import { isOrigin } from '../site/address.ts';
import { Community, WritersSince } from './community.ts';
import { ConnectionName, Connections, SECRETS, Secrets } from './connections.ts';
import { CURRENCIES } from './currencies.ts';
import { endpoint } from '../endpoint.ts';
import { Timestamp, amount, line, text } from '../values.ts';

/** The owner's settings, stored in the database; each section is versioned separately. */
export const SECTIONS = [
  'brand',
  'texts',
  'categories',
  'community',
  'videos',
  'shop',
  'languages',
  'translations',
  'connections',
] as const;
export const SectionName = z.enum(SECTIONS, 'Unknown section.');
export type SectionName = z.infer<typeof SectionName>;

const Version = z.number().int().min(0).max(2_147_483_647);

export const FONTS = ['figtree', 'system', 'serif', 'rounded'] as const;

export const Brand = z.object({
  name: line(60, { what: 'name' }),
  tagline: line(120, { min: 0, what: 'tagline' }),
  /** The colour both themes are made from; null: the product's own orange. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Please give a colour such as #f4791f.')
    .transform((value) => value.toLowerCase())
    .nullable(),
  font: z.enum(FONTS, 'Unknown font.'),
  /** The site's public URL: for links in emails, search engines and shared pages. Null: not set yet. */
  publicUrl: line(200, { what: 'address' })
    .refine(isOrigin, 'Please enter an address such as https://videos.example.org, without a path.')
    .transform((value) => new URL(value).origin)
    .nullable(),
  /** The set-up page was gone through. */
  setUp: z.boolean(),
  /** As `uploadLogo` answered; null: the product's own. */
  logo: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'Please upload the logo first.')
    .nullable(),
});
export type Brand = z.output<typeof Brand>;

/** Pages that the owner writes; each is there, and linked from the footer, once it is published. */
export const DOCUMENTS = ['about', 'privacy', 'terms', 'imprint'] as const;
export const DocumentName = z.enum(DOCUMENTS, 'Unknown page.');
export type DocumentName = z.infer<typeof DocumentName>;
export const MAX_DOCUMENT = 50_000;
export const MAX_FOOTER_LINKS = 8;
/** Marks a placeholder that the owner has to fill in before a draft can be published. */
export const FILL_IN = '[fill in';

const markdown = text(MAX_DOCUMENT, { what: 'text' }).nullable();
const webAddress = line(500, { what: 'address' }).refine(
  (value) => /^\/(?!\/)/.test(value) || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  'Please enter an address that starts with https:// or /.',
);

export const MAX_LOGO = 2 * 1024 * 1024;

export const Texts = z.object({
  /** Under the home page's headline; null: the product's own. */
  heroSentence: text(200, { what: 'sentence' }).nullable(),
  footerLinks: z
    .array(z.object({ label: line(40, { what: 'label' }), url: webAddress }))
    .max(MAX_FOOTER_LINKS, rule`Please add no more than ${MAX_FOOTER_LINKS} links.`),
  /** A line at the end of every page; null: none. */
  cookieWords: text(300, { what: 'sentence' }).nullable(),
  /** Markdown, as visitors read it; null: not published. */
  about: markdown,
  privacy: markdown,
  terms: markdown,
  imprint: markdown,
  /** The owner's draft; null: same as published. */
  aboutDraft: markdown,
  privacyDraft: markdown,
  termsDraft: markdown,
  imprintDraft: markdown,
});
export type Texts = z.output<typeof Texts>;

const when = Timestamp.nullable();
/** When each was published last. */
const PublishedAt = z.object({ aboutAt: when, privacyAt: when, termsAt: when, imprintAt: when });
export type PublishedAt = z.infer<typeof PublishedAt>;

/** A published page, its Markdown as safe HTML. */
export const Document = z.object({
  name: DocumentName,
  title: z.string(),
  html: z.string(),
  /** In which it is written. */
  language: z.string(),
  updatedAt: when,
});
export type Document = z.infer<typeof Document>;

const optionalOwnerText = (max: number, what: string) => line(max, { what }).nullable();
const ownerText = (max: number) => text(max, { what: 'text' }).nullable();
/** Whom a product comes from (regulation (EU) 2023/988, article 19); null: not provided. */
export const ProductSafety = z.object({
  manufacturer: optionalOwnerText(200, 'manufacturer'),
  address: ownerText(500),
  email: optionalOwnerText(320, 'email'),
  /** Name and contact of the responsible person in the EU. */
  euResponsible: ownerText(500),
});
export type ProductSafety = z.output<typeof ProductSafety>;

/** Whom invoices come from. */
export const Seller = z.object({
  name: optionalOwnerText(200, 'name'),
  address: ownerText(500),
  taxId: optionalOwnerText(60, 'tax ID'),
  email: optionalOwnerText(320, 'email'),
});
export type Seller = z.output<typeof Seller>;

/** Where buyers may withdraw from an order. */
export const WITHDRAWAL_MODES = ['OFF', 'EU', 'EVERYWHERE'] as const;
export type WithdrawalMode = (typeof WITHDRAWAL_MODES)[number];

const WITHDRAWAL_DAYS_RULE = rule`Please enter ${14} to ${365} days.`;
export const ShopSettings = z.object({
  /** False: the site has no shop: no page, no link, no search results. */
  offered: z.boolean(),
  /** False: sales are paused. */
  open: z.boolean(),
  /** Over the shop, under that, and where shipping is free; null: the product's own. */
  headline: optionalOwnerText(80, 'headline'),
  heroWords: optionalOwnerText(160, 'sentence'),
  freeShippingWords: optionalOwnerText(80, 'sentence'),
  currency: z.enum(CURRENCIES, 'Unknown currency.'),
  /** ISO 3166-1 alpha-2; empty: everywhere. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Please use two-letter country codes, such as US.'))
    .max(250),
  /** For each order, in the shop's currency; 0: free. */
  shippingPrice: amount(10_000),
  /** Orders whose items cost this much ship free; null: none do. */
  shippingFreeFrom: amount(1_000_000).nullable(),
  /** A sentence about shipping; null: only the default text. */
  shippingWords: ownerText(200),
  /** Shown under the total; null: none. */
  taxNote: ownerText(200),
  /** About returns; null: none. */
  returnWords: ownerText(500),
  /** A paragraph in the order confirmation and the shipping email. */
  confirmedMail: ownerText(1000),
  shippedMail: ownerText(1000),
  /** Refunds above it, in the shop's currency, want a fresh sign-in of the admin. */
  confirmRefundsAbove: amount(1_000_000),
  /** Whether prices include tax, or it is added to them. */
  taxMode: z.enum(TAX_MODES, 'Unknown tax mode.'),
  seller: Seller,
  withdrawalMode: z.enum(WITHDRAWAL_MODES, 'Unknown withdrawal mode.'),
  /** Counted from the order. */
  withdrawalDays: z
    .number(WITHDRAWAL_DAYS_RULE)
    .int(WITHDRAWAL_DAYS_RULE)
    .min(14, WITHDRAWAL_DAYS_RULE)
    .max(365, WITHDRAWAL_DAYS_RULE),
  /** On the withdrawal page; null: the product's own. */
  withdrawalText: ownerText(2000),
  creatorsMayTagProducts: z.boolean(),
  /** Of products that have none of their own. */
  productSafety: ProductSafety,
});
export type ShopSettings = z.output<typeof ShopSettings>;

/** The metadata in every section's response. */
export const SavedSection = z.object({
  /** 0: never changed. */
  version: Version,
  /** Fields that the environment sets: it wins, they can't be changed here. */
  fixed: z.array(z.string()),
  updatedAt: Timestamp.nullable(),
  updatedBy: z.string().nullable(),
});
export type SavedSection = z.infer<typeof SavedSection>;

/** A change names the version it was made from, and the fields it changes. */
export const change = <S extends z.ZodRawShape>(section: z.ZodObject<S>) =>
  z.object({ ...section.partial().shape, version: Version });

export const BrandState = Brand.extend(SavedSection.shape);
export type BrandState = z.infer<typeof BrandState>;

export const TextsState = Texts.extend(PublishedAt.shape).extend(SavedSection.shape);
export type TextsState = z.infer<typeof TextsState>;

export const CommunityState = Community.extend(WritersSince.shape).extend(SavedSection.shape);
export type CommunityState = z.infer<typeof CommunityState>;
export const ShopState = ShopSettings.extend(SavedSection.shape);
export type ShopState = z.infer<typeof ShopState>;

export const ConnectionsState = Connections.extend({
  /** Which secrets are set. */
  secrets: z.record(z.enum(SECRETS), z.boolean()),
  /** What takes the payments just now. */
  payments: z.enum(['paypal', 'test', 'off']),
}).extend(SavedSection.shape);
export type ConnectionsState = z.infer<typeof ConnectionsState>;

export const settings = {
  readBrand: endpoint({
    method: 'GET',
    path: '/api/admin/settings/brand',
    access: 'admin',
    response: BrandState,
    summary: "The site's name, tagline, address, colour and font",
  }),
  changeBrand: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/brand',
    access: 'admin',
    body: change(Brand),
    response: BrandState,
    errorStatuses: [409, 422],
    summary:
      'Update the brand, live in every process. 409 if it was changed in the meantime. `publicUrl` requires re-authentication',
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/api/admin/settings/brand/logo',
    access: 'admin',
    consumes: 'multipart/form-data',
    form: z.object({ file: z.file() }),
    response: z.object({ logo: z.string() }),
    status: 201,
    summary:
      'Upload a logo (field `file`, up to 2 MB, PNG, WebP or JPEG; SVGs are converted in the browser) to use in the brand settings',
  }),
  readTexts: endpoint({
    method: 'GET',
    path: '/api/admin/settings/texts',
    access: 'admin',
    response: TextsState,
    summary: "The home page's tagline, footer links and the owner's pages with their drafts",
  }),
  changeTexts: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/texts',
    access: 'admin',
    body: change(Texts),
    response: TextsState,
    errorStatuses: [409, 422],
    summary: 'Update the texts. 422 if a page has placeholders left',
  }),
  previewText: endpoint({
    method: 'POST',
    path: '/api/admin/settings/texts/preview',
    access: 'admin',
    body: z.object({ markdown: text(MAX_DOCUMENT, { min: 0, what: 'text' }) }),
    response: z.object({ html: z.string() }),
    summary: 'Preview Markdown as the HTML visitors get',
  }),
  readCommunity: endpoint({
    method: 'GET',
    path: '/api/admin/settings/community',
    access: 'admin',
    response: CommunityState,
    summary: 'Who may sign up and comment, and what is reviewed by a moderator',
  }),
  changeCommunity: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/community',
    access: 'admin',
    body: change(Community),
    response: CommunityState,
    errorStatuses: [409],
    summary: 'Update the community settings, live in every process',
  }),
  readShop: endpoint({
    method: 'GET',
    path: '/api/admin/settings/shop',
    access: 'admin',
    response: ShopState,
    summary: 'Whether the shop is open, its currency, shipping, countries and texts',
  }),
  changeShop: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/shop',
    access: 'admin',
    body: change(ShopSettings),
    response: ShopState,
    errorStatuses: [409],
    summary:
      'Update the shop settings. Existing orders keep their currency and shipping. `confirmRefundsAbove` requires re-authentication',
  }),
  readConnections: endpoint({
    method: 'GET',
    path: '/api/admin/settings/connections',
    access: 'admin',
    response: ConnectionsState,
    summary: 'Email, payments, sign-in, video import and map. Secrets are shown only as set or not set',
  }),
  changeConnections: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/connections',
    access: 'admin',
    fresh: true,
    body: change(Connections.extend(Secrets.shape)),
    response: ConnectionsState,
    errorStatuses: [409, 422],
    summary: 'Update the connections. A secret is set by its text and removed by null',
  }),
  testConnection: endpoint({
    method: 'POST',
    path: '/api/admin/settings/connections/test',
    access: 'admin',
    body: z.object({
      connection: ConnectionName,
      /** For mail: the recipient of the test; defaults to the admin's own address. */
      to: z.email('Please enter an email address.').max(254).optional(),
    }),
    response: z.object({ ok: z.boolean(), message: z.string() }),
    summary: 'Test a saved connection and return what is wrong with it',
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/documents/{name}',
    access: 'public',
    params: z.object({ name: DocumentName }),
    response: Document,
    localized: true,
    summary: 'A page written by the owner. 404 until it is published',
  }),
};
