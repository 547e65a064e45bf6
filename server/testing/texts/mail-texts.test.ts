import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { i18n as english, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import typescript from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { findServerTexts } from '#build/server-messages.ts';
import { LANGUAGE_TAGS, SOURCE_LANGUAGE } from '#contract/text/languages.ts';
import { NOTIFICATION_KINDS } from '#contract/notifications/kinds.ts';
import { ORDER_STATUSES } from '#contract/orders/order-states.ts';
import { msg, verbatim } from '#contract/text/message.ts';
import * as accounts from '#server/accounts/accounts.emails.ts';
import type { Context } from '#server/app/context.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';
import { OWNER_DEFAULTS } from '#server/app/start/owner-settings.ts';
import * as backups from '#server/backups/backups.emails.ts';
import * as exported from '#server/exports/exports.emails.ts';
import { takedownEmail } from '#server/moderation/moderation.emails.ts';
import * as notifications from '#server/notifications/notifications.emails.ts';
import { readSettings } from '#server/app/start/settings.ts';
import type { NotificationRow } from '#server/notifications/shown.store.ts';
import { plainPricing, type Pricing } from '#contract/shop/pricing.rules.ts';
import { ORDER_EMAILS, refundFailedEmail } from '#server/orders/orders.emails.ts';
import type { OrderRow } from '#server/orders/orders.store.ts';
import { testEmail } from '#server/settings/settings.emails.ts';
import * as withdrawals from '#server/withdrawals/withdrawals.emails.ts';

/*
 * Every mail the server can send, written in a made-up language that marks each text: ⟦…⟧. What people and owners wrote
 * begins with § here.
 */

const TO = { site: '§site', url: 'https://lll.example', username: '§ann' };
const SITE = {
  ...readSettings({ NODE_ENV: 'test' }),
  SITE_NAME: '§site',
  PUBLIC_URL: 'https://lll.example',
};

const ORDER = {
  id: 7,
  status: 'PAID',
  order_key: 'key',
  currency: 'USD',
  total_cents: 999,
  shipping_cents: 0,
  shipping_name: '§Ann',
  shipping_address: '§street',
  shipping_city: '§city',
  shipping_state: '§state',
  shipping_zip_code: '§zip',
  shipping_country: '§country',
  items: [{ quantity: 2, name: '§glasses', cents: 999, image: null }],
  carrier: null,
  tracking_number: null,
  cancel_reason: '§reason',
  refunded_at: null,
  capture_id: null,
} as unknown as OrderRow;
const TAXED: Pricing = {
  ...plainPricing({ shipping: 0, total: 999 }),
  discount: 100,
  taxLines: [{ rate: 19_000, net: 800, tax: 152 }],
};
const shop = {
  ...OWNER_DEFAULTS.shop,
  confirmedMail: '§words',
  shippedMail: '§words',
  taxNote: '§tax',
  withdrawalMode: 'EVERYWHERE',
};
const ctx = { settings: { ...SITE, owner: { ...OWNER_DEFAULTS, shop } } } as unknown as Context;

const row = (kind: NotificationRow['kind'], change: Partial<NotificationRow> = {}): NotificationRow => ({
  id: 1,
  user_id: 1,
  kind,
  event: 1,
  created_at: new Date(0),
  read_at: null,
  since: null,
  note: kind === 'ORDER_STATUS' ? 'PAID' : '§note',
  reason: '§reason',
  at_ms: null,
  subject_type: 'VIDEO',
  subject_id: 7,
  count: 1,
  actors: [{ username: 'ben', name: '§ben', image: null }],
  video_id: 7,
  video_title: '§title',
  category: '§category',
  text: '§text',
  first_id: null,
  is_reply: false,
  act: null,
  ...change,
});
const TWO = [{ username: 'cleo', name: '§cleo', image: null }, ...row('LIKE').actors];
const ROWS: NotificationRow[] = [
  ...NOTIFICATION_KINDS.flatMap((kind) =>
    (['VIDEO', 'COMMENT', 'POST'] as const).map((subject_type) => row(kind, { subject_type })),
  ),
  ...NOTIFICATION_KINDS.filter((kind) => kind !== 'ORDER_STATUS').map((kind) =>
    row(kind, { note: null, reason: null }),
  ),
  ...ORDER_STATUSES.map((record) => row('ORDER_STATUS', { note: record })),
  row('LIKE', { count: 2, actors: TWO }),
  row('LIKE', { count: 5, actors: TWO }),
  row('LIKE', { count: 3, actors: [] }),
  row('LIKE', { actors: [] }),
  row('CLIP_PUBLISHED', { actors: [] }),
  row('CLIP_REJECTED', { at_ms: 12_000 }),
  row('CLIP_REJECTED', { at_ms: 12_000, reason: null }),
  row('CLIP_REJECTED', { since: new Date(0) }),
  row('REPORT_DECIDED', { act: 'DISMISS' }),
];
const mine = { to: { username: '§ann' }, unsubscribe: 'https://lll.example/unsubscribe' };
const device = { device: 'Firefox on Linux', at: new Date(0) };

/** By the export's name, each with all its variants. */
const TEMPLATES: Record<string, EmailTemplate[]> = {
  welcomeEmail: [accounts.welcomeEmail(TO, 't')],
  approvedEmail: [accounts.approvedEmail(TO, 't')],
  declinedEmail: [accounts.declinedEmail(TO, '§reason'), accounts.declinedEmail(TO, null)],
  verifyEmail: [accounts.verifyEmail(TO, 't')],
  resetEmail: [accounts.resetEmail(TO, 't')],
  passwordChangedEmail: [accounts.passwordChangedEmail(TO)],
  emailChangedEmail: [accounts.emailChangedEmail(TO, '§new', 't')],
  revertedEmail: [accounts.revertedEmail(TO, [msg`the passkey “${'§key'}”`])],
  identityJoinedEmail: [accounts.identityJoinedEmail(TO, '§provider')],
  securityEmail: [accounts.securityEmail(TO, { subject: msg`§subject`, sentence: msg`§sentence` })],
  newDeviceEmail: [
    accounts.newDeviceEmail(TO, { ...device, place: 'FR' }),
    accounts.newDeviceEmail(TO, { ...device, place: null }),
  ],
  deletedEmail: [accounts.deletedEmail(TO)],
  suspendedEmail: [accounts.suspendedEmail(TO, verbatim('§reason'))],
  reinstatedEmail: [accounts.reinstatedEmail(TO)],
  backupFailedEmail: [backups.backupFailedEmail(TO, verbatim('§failure'))],
  exportReadyEmail: [exported.exportReadyEmail(TO)],
  notificationEmail: ROWS.map((each) => notifications.notificationEmail(SITE, { row: each, ...mine })),
  dailyEmail: [notifications.dailyEmail(SITE, { rows: ROWS, ...mine })],
  takedownEmail: [takedownEmail(TO, { id: 7, title: '§title', reason: verbatim('§reason') })],
  testEmail: [testEmail('§site')],
  linkEmail: [withdrawals.linkEmail(ctx, ORDER, 't')],
  receiptEmail: [withdrawals.receiptEmail(ORDER, { email: '§email', declaredAt: new Date(0) })],
  declaredEmail: [withdrawals.declaredEmail(ctx, ORDER, new Date(0))],
  refundFailedEmail: [refundFailedEmail(ctx, 7), refundFailedEmail(ctx, null)],
  ORDER_EMAILS: [
    ...Object.values(ORDER_EMAILS).map((email) => email(ctx, ORDER)),
    ORDER_EMAILS.confirmed(ctx, { ...ORDER, shipping_cents: 490 }),
    ...(['INCLUSIVE', 'EXCLUSIVE'] as const).map((taxMode) =>
      ORDER_EMAILS.confirmed(ctx, { ...ORDER, pricing: { ...TAXED, taxMode } }),
    ),
    ORDER_EMAILS.shipped(ctx, { ...ORDER, carrier: 'UPS', tracking_number: '§1Z' }),
    ORDER_EMAILS.cancelled(ctx, { ...ORDER, refunded_at: new Date(0) }),
    ORDER_EMAILS.cancelled(ctx, { ...ORDER, capture_id: 'c' }),
  ],
};

const FILES = globSync('server/**/*.emails.ts');
/** Of mails, lists and pushes. */
const TEXT_FILES = [...FILES, ...globSync('server/notifications/*texts.ts')];

/** The texts seen so far. */
const seenTexts = new Set<string>();
const marking = {
  locale: 'en',
  _(message: string, values: Record<string, unknown> = {}) {
    seenTexts.add(message);
    return `⟦${english._(message, values)}⟧`;
  },
} as unknown as I18n;

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  english.setMessagesCompiler(compileMessage);
  english.loadAndActivate({ locale: 'en', messages: {} });
});

/** What an email contains besides marked texts, user content and carrier names. */
function unmarked(template: EmailTemplate): string[] {
  const {
    subject,
    heading,
    paragraphs,
    rows = [],
    action,
    links = [],
    notes = [],
    optOut,
  } = template(marking);
  const lines = [
    subject,
    heading,
    ...paragraphs,
    ...rows.flatMap(({ label, value }) => [label, value]),
    ...notes,
    ...[action, ...links, optOut].flatMap((link) => (link ? [link.label] : [])),
  ].flatMap((text) => text.split('\n'));
  return lines.filter((line) => {
    let rest = line;
    while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
    return /\p{L}/u.test(rest.replaceAll(/§[^\s,]*|\bUPS\b/g, ''));
  });
}

test('each template has a row', async () => {
  const modules = await Promise.all(
    FILES.map((file) => import(pathToFileURL(resolve(file)).href) as Promise<object>),
  );
  const names = modules.flatMap((each) => Object.keys(each)).filter((name) => name !== 'sendEmail');
  expect(names.toSorted()).toEqual(Object.keys(TEMPLATES).toSorted());
});

test.each(Object.entries(TEMPLATES))('%s contains only translated text', (_name, templates) => {
  for (const template of templates) expect(unmarked(template)).toEqual([]);
});

describe('after all templates', () => {
  const texts = () =>
    TEXT_FILES.flatMap((file) => findServerTexts(typescript, file, readFileSync(file, 'utf8'))).map(
      ({ message = '' }) => message,
    );

  test('no text of theirs is left out above', () => {
    expect(texts().length).toBeGreaterThan(150);
    expect(texts().filter((text) => !seenTexts.has(text))).toEqual([]);
  });

  test.each(LANGUAGE_TAGS.filter((language) => language !== SOURCE_LANGUAGE))(
    'every text is translated into %s',
    (language) => {
      const catalog = JSON.parse(readFileSync(`dist/locales/${language}.json`, 'utf8')) as object;
      expect(texts().filter((text) => !(text in catalog))).toEqual([]);
    },
  );
});
