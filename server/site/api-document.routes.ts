import { contract } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { describeApi } from '#server/app/openapi/openapi.ts';
import { writeApiDocs } from './api-docs-page.ts';

const TAGS: Record<keyof typeof contract, string> = {
  accounts: 'Signing up and in, the own account, its sessions and its profile',
  admin: 'The overview of the site, its jobs and its audit log',
  archives: 'Archives of other platforms, brought in',
  backups: 'Backups of the site',
  blocks: 'Whom and which words the caller does not want to see',
  captions: 'Captions, transcripts and chapters of clips',
  captionReview: 'Captions that wait for an admin',
  categories: 'The categories of clips and of products',
  comments: 'Comments under videos',
  community: 'The community board',
  creators: 'Who makes the videos',
  curation: 'Featured and trending videos, imports and the archive',
  discountCodes: 'Discount codes',
  exports: 'The own data as an archive, and back in',
  geo: 'Places by their coordinates',
  invoices: 'Invoices and credit notes of orders',
  keys: 'API keys',
  languages: 'The languages that the site is offered in',
  translations: 'What the owner wrote, in the other languages',
  likes: 'What the caller likes',
  mentions: 'Mentioning people in what one writes',
  moderation: 'Reports, and what waits for a moderator',
  notifications: 'What the caller is told, as it happens, and the ways it takes: the site, emails, pushes',
  orders: 'Checkout and orders',
  refunds: 'Refunds of orders',
  stock: 'The stock of the shop',
  people: 'The members of the site and their roles',
  playlists: 'Playlists, and what to watch later',
  productTags: 'Products that videos show, and what videos sold',
  search: 'Search over everything',
  security: 'Passkeys and the second step of signing in',
  series: 'Clips of one creator that belong together',
  settings: "The owner's settings, and the pages the owner writes",
  sharing: 'Clips on other sites: oEmbed, and the picture of a shared link',
  shippingZones: 'What shipping costs by country',
  shop: 'Products and the cart',
  signUp: 'Invitations and requests to join',
  site: 'Health, and what pages need to know of the site',
  statistics: "How the caller's clips went",
  studio: 'What creators do with their clips',
  submissions: 'Uploads and their way through review',
  taxRates: 'Tax by country and region',
  videos: 'Public videos, their likes and views',
  webhooks: 'Where other programs are told what happens',
  withdrawals: 'Withdrawals from orders',
};

const IN_GENERAL =
  'JSON in and out. `Authorization: Bearer <token>` authenticates, with the token of `POST /api/auth/login` or, where a call names its scope, with a key of the account. Public reads may be made from any page of another site, without credentials. Lists go on by the header `X-Next-Cursor`, sent back as `?cursor=`.';
const DOCUMENTS = {
  '/api/openapi.json': {
    name: 'API',
    isAdmins: false,
    description: `${IN_GENERAL} What only admins may call is described in /api/openapi-admin.json.`,
  },
  '/api/openapi-admin.json': {
    name: 'API for admins',
    isAdmins: true,
    description: `${IN_GENERAL} These are the calls of admins; all others are described in /api/openapi.json.`,
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
      page = { of, html: writeApiDocs(`${SITE_NAME} API reference`, Object.fromEntries(documents)) };
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
