import { z } from 'zod';
import { CategoryColour } from '../settings/categories.ts';
import { TAX_MODES } from '../shop/pricing.rules.ts';
import { WITHDRAWAL_MODES } from '../settings/settings.ts';
import { endpoint } from '../endpoint.ts';

const PartState = z.object({ ok: z.boolean(), detail: z.string().nullable() });

export const site = {
  ping: endpoint({
    method: 'GET',
    path: '/api/health/ping',
    access: 'public',
    response: z.object({ status: z.literal('ok') }),
    summary: '200 when ready, 503 while starting up',
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    response: z.object({
      status: z.enum(['ok', 'degraded']),
      database: PartState,
      storage: PartState,
      queue: PartState,
      mail: PartState,
      /** The disk of DATA_DIR. */
      disk: PartState,
      /** The channel on which the site's processes notify each other of changes. */
      pubsub: PartState,
    }),
    summary: 'Status of the database, storage, queue, email, disk and messaging between processes',
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/config',
    access: 'public',
    response: z.object({
      siteName: z.string(),
      siteTagline: z.string(),
      /** Address of the owner's logo; null: the product's own. */
      logo: z.string().nullable(),
      /** Who else people may sign in by, as addresses name them (`provider`). */
      identityProviders: z.array(
        z.object({
          id: z.enum(['1', '2']),
          name: z.string(),
          logo: z.string().nullable(),
          isGoogle: z.boolean(),
        }),
      ),
      payments: z.enum(['paypal', 'test', 'off']),
      paypalClientId: z.string().nullable(),
      paypalSdkUrl: z.string().nullable(),
      /** Where /nearby's map takes tiles from; none: outlines out of the app. */
      mapTilesUrl: z.string().nullable(),
      /** ISO 4217. */
      currency: z.string(),
      /** False: the site has no shop. */
      shopOffered: z.boolean(),
      shopOpen: z.boolean(),
      /** Creators tag products in their videos; absent: only admins do. */
      creatorsMayTagProducts: z.literal(true).optional(),
      /** The owner's in place of the product's own. */
      shopHeadline: z.string().nullable(),
      shopHeroWords: z.string().nullable(),
      freeShippingWords: z.string().nullable(),
      /** The game of falling blocks is there. */
      game: z.boolean(),
      /** The owner's, in their order. */
      categories: z.array(z.string()),
      productCategories: z.array(z.string()),
      /** The colour of each, by its name. */
      categoryColours: z.record(z.string(), CategoryColour),
      productCategoryColours: z.record(z.string(), CategoryColour),
      /** ISO 3166-1 alpha-2; empty: everywhere. */
      shipsTo: z.array(z.string()),
      /** Shipping costs what its country's zone does: known at checkout. */
      shippingZones: z.boolean(),
      /** A zone states how long delivery takes. */
      zoneDays: z.boolean(),
      /** Whether prices include tax, or it is added to them. */
      taxMode: z.enum(TAX_MODES),
      /** The owner's shipping cost and note; absent: free. */
      shipping: z
        .object({ price: z.number(), freeFrom: z.number().nullable(), words: z.string().nullable() })
        .optional(),
      taxNote: z.string().nullable(),
      returnWords: z.string().nullable(),
      /** Where buyers may withdraw from an order at /withdraw, and what the owner wrote there. */
      withdrawalMode: z.enum(WITHDRAWAL_MODES),
      withdrawalText: z.string().nullable(),
      /** Sign-up is closed. */
      signUpClosed: z.boolean(),
      /** Sign-up needs an invitation link. */
      signUpInvited: z.boolean(),
      /** The question on the sign-up page when an admin approves sign-ups; null: no approval needed. */
      signUpQuestion: z.string().nullable(),
      membersInvite: z.boolean(),
      guestComments: z.boolean(),
      /** The site sends email; otherwise each one is written to a file and not delivered. */
      sendsMail: z.boolean(),
      /** Under the home page's headline; null: the default text. */
      heroSentence: z.string().nullable(),
      /** A line at the end of every page. */
      cookieWords: z.string().nullable(),
      footerLinks: z.array(
        /** `language`: the label's, where it is another than the answer's. */
        z.object({ label: z.string(), url: z.string(), language: z.string().optional() }),
      ),
      /** Of the owner's texts here, by the name of their field: their language, where it is another than the answer's. */
      wordsIn: z.record(z.string(), z.string()),
      /** What those categories are called in the answer's language that have a name in it; the wire names them as they are. */
      categoryNames: z.record(z.string(), z.string()),
      productCategoryNames: z.record(z.string(), z.string()),
      /** Pages that the owner has written. */
      documents: z.array(z.enum(['about', 'privacy', 'terms', 'imprint'])),
      /** The site's current and former origins, newest first: links to any of them lead to this site. */
      origins: z.array(z.string()),
      /** The owner hasn't configured anything yet: an admin's first sign-in leads to the set-up page. */
      needsSetUp: z.boolean(),
      /** Among which visitors choose, each with its own name. */
      languages: z.array(z.object({ tag: z.string(), name: z.string() })),
      defaultLanguage: z.string(),
      /** By which browsers know this site's pushes (Web Push's applicationServerKey); null: while the server starts. */
      vapidPublicKey: z.string().nullable(),
      /** Not in production: pages for those who build the site are there. */
      development: z.boolean(),
    }),
    summary: 'The public configuration that pages need',
  }),
};
