import { contract } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { describeApi } from '#server/app/openapi/openapi.ts';
import { writeApiDocs } from './api-docs-page.ts';

const TAGS: Record<keyof typeof contract, string> = {
  accounts: 'Sign-up, sign-in, sessions and the profile',
  admin: 'Dashboard overview, jobs and the audit log',
  archives: 'Imports of archives from other platforms',
  backups: 'Backups of the site',
  blocks: 'Blocked and muted people, muted words',
  captions: 'Captions, transcripts and chapters of videos',
  captionReview: 'Captions pending review',
  categories: 'Categories of videos and products',
  comments: 'Comments on videos',
  community: 'The community board',
  creators: 'Creators and followers',
  curation: 'Featured and trending videos, imports and the archive',
  discountCodes: 'Discount codes',
  exports: "Export and import of a member's data",
  geo: 'Reverse geocoding',
  history: 'What the caller watched, and how far',
  invoices: 'Invoices and credit notes of orders',
  keys: 'API keys',
  languages: 'Languages of the site',
  translations: "Translations of the owner's texts",
  likes: "The caller's likes",
  mentions: 'Mentions of people',
  moderation: 'Reports and moderation',
  notifications: 'Notifications and their channels: site, email and push',
  orders: 'Checkout and orders',
  refunds: 'Refunds of orders',
  stock: 'The stock of the shop',
  people: 'Members and roles',
  playlists: 'Playlists and Watch later',
  productTags: 'Products shown in videos, and their sales',
  search: 'Search',
  security: 'Passkeys, two-factor authentication and security events',
  series: "Series of a creator's videos",
  settings: "The owner's settings and pages",
  videoSettings: 'Encoding and downloads',
  sharing: 'oEmbed and share cards',
  shippingZones: 'Shipping prices by country',
  shop: 'Products and the cart',
  signUp: 'Invitations and requests to join',
  site: 'Health and public configuration',
  statistics: "Statistics of the caller's videos",
  studio: 'Managing one’s own videos',
  submissions: 'Uploads and review',
  tags: 'Tags of videos and posts',
  taxRates: 'Tax by country and region',
  videos: 'Public videos, their likes and views',
  webhooks: 'Webhooks and deliveries',
  withdrawals: 'Withdrawals from orders',
};

const IN_GENERAL =
  'Requests and responses are JSON. Authenticate with `Authorization: Bearer <token>`: the token of `POST /api/auth/login` or, where an endpoint names a scope, an API key. Public reads work from pages of other sites (CORS), without credentials. Lists are paginated: send the header `X-Next-Cursor` back as `?cursor=`.';
const DOCUMENTS = {
  '/api/openapi.json': {
    name: 'API',
    isAdmins: false,
    description: `${IN_GENERAL} Admin endpoints are described in /api/openapi-admin.json.`,
  },
  '/api/openapi-admin.json': {
    name: 'API for admins',
    isAdmins: true,
    description: `${IN_GENERAL} These are the admin endpoints; all others are described in /api/openapi.json.`,
  },
};

const documentPaths = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];

/** The contract's calls of admins, or those of everybody else. */
export function callsOf(isAdmins: boolean): Record<string, Record<string, Endpoint>> {
  const slices = Object.entries(contract as Record<string, Record<string, Endpoint>>).map(
    ([slice, calls]) =>
      [
        slice,
        Object.fromEntries(
          Object.entries(calls).filter(([, { access }]) => (access === 'admin') === isAdmins),
        ),
      ] as const,
  );
  return Object.fromEntries(slices.filter(([, calls]) => Object.keys(calls).length > 0));
}

export const describeCalls = (path: keyof typeof DOCUMENTS, siteName: string, url: string) => {
  const { name, isAdmins, description } = DOCUMENTS[path];
  return describeApi(callsOf(isAdmins), { title: `${siteName} ${name}`, description, url, tags: TAGS });
};

/** The OpenAPI documents, and /api/docs that shows them. */
export const apiDocumentRoutes: Routes = ({ app, ctx }) => {
  for (const path of documentPaths) {
    // the owner may change the name and the address
    let cached: { of: string; document: string } | null = null;
    app.get(path, { config: { readableAnywhere: true } }, async (_request, reply) => {
      const { SITE_NAME, PUBLIC_URL } = ctx().settings;
      const of = `${SITE_NAME} ${PUBLIC_URL}`;
      if (cached?.of !== of)
        cached = { of, document: JSON.stringify(describeCalls(path, SITE_NAME, PUBLIC_URL)) };
      return reply.type('application/json; charset=utf-8').send(cached.document);
    });
  }
  let page: { of: string; html: string } | null = null;
  app.get('/api/docs', async (_request, reply) => {
    const { SITE_NAME, PUBLIC_URL } = ctx().settings;
    const of = `${SITE_NAME} ${PUBLIC_URL}`;
    if (page?.of !== of) {
      const documents = documentPaths.map(
        (path) => [path, describeCalls(path, SITE_NAME, PUBLIC_URL)] as const,
      );
      page = { of, html: writeApiDocs(SITE_NAME, Object.fromEntries(documents)) };
    }
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
      )
      .send(page.html);
  });
};
