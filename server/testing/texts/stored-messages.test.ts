import { REJECT_REASONS, givenReason } from '#contract/submissions/reject-reasons.ts';
import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { LANGUAGE_TAGS, SOURCE_LANGUAGE } from '#contract/text/languages.ts';
import { ORDER_STATUSES } from '#contract/orders/order-states.ts';
import { inEnglish, verbatim, readMessage, type StoredMessage } from '#contract/text/message.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { changed, notSent } from '#server/backups/failures.ts';
import { describeCancel, describeMove, EVENTS } from '#server/orders/order-events.rules.ts';
import { readFeed } from '#server/updates/feed.rules.ts';

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

const refused = readFeed('no feed', [], null);
const AMOUNT = { cents: 490, currency: 'USD' };

/** With the values that have to appear in each language. */
const STORED: [message: StoredMessage, ...values: string[]][] = [
  ...ORDER_STATUSES.map((status): [StoredMessage] => [describeMove(status, '')]),
  [describeMove('SHIPPED', 'UPS 1Z999'), 'UPS 1Z999'],
  ...(['unknown', 'unpaid', { refunded: 'all' }] as const).flatMap(
    (money): [StoredMessage, ...string[]][] => [
      [describeCancel(money, null)],
      [describeCancel(money, 'Changed my mind.'), 'Changed my mind.'],
    ],
  ),
  // the amount as each language writes it
  [describeCancel({ refunded: 'rest', amount: AMOUNT }, null), '90'],
  [describeCancel({ refunded: 'rest', amount: AMOUNT }, 'Too late. Sorry.'), '90', 'Too late. Sorry.'],
  [EVENTS.REST_REFUNDED_AT_PROVIDER(AMOUNT), '90'],
  [EVENTS.PART_REFUNDED_AT_PROVIDER(AMOUNT), '90'],
  [notSent(changed('0000.tar.gz')).text, '0000.tar.gz'],
  ...('refused' in refused ? [[refused.refused] as [StoredMessage]] : []),
  ...REJECT_REASONS.map((reason): [StoredMessage] => [givenReason(reason)]),
];
const reread = (message: StoredMessage) => readMessage(JSON.parse(message.json));

test.each(LANGUAGE_TAGS.filter((language) => language !== SOURCE_LANGUAGE))(
  'a stored message is rendered in %s, with its values',
  (language) => {
    for (const [message, ...values] of STORED) {
      const text = translate(language, reread(message)).replaceAll(/[\u2068\u2069]/g, '');
      expect(text).not.toBe(inEnglish(message));
      for (const value of values) expect(text).toContain(value);
    }
  },
);

test('amounts and messages within a message are rendered in the language, too', () => {
  const german = (message: StoredMessage) => translate('de', reread(message)).replaceAll('\u00a0', ' ');
  expect(german(EVENTS.PART_REFUNDED_AT_PROVIDER({ cents: 120_490, currency: 'USD' }))).toMatch(
    /^1\.204,90 \$ /,
  );
  expect(german(notSent(changed('0000.tar.gz')).text)).toMatch(/: 0000\.tar\.gz wurde verändert\.$/);
});

test.each(['Marked as paid.', 'a {0} b', '{"code":"orders.PAID"}', '\u202bשלום {1}'])(
  'user text is shown verbatim, whatever it looks like: %s',
  (text) => {
    for (const language of LANGUAGE_TAGS) expect(translate(language, reread(verbatim(text)))).toBe(text);
    // nested messages add only the marks that isolate text of another direction
    const within = translate('ar', reread(describeCancel('unpaid', text)));
    expect(within).toContain(text);
  },
);

test('a code that no slice defines any more is shown as is', () => {
  expect(translate('de', readMessage({ code: 'gone.AWAY', values: ['x'] }))).toBe('gone.AWAY');
});
