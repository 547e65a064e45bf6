import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { LANGUAGE_TAGS, SOURCE_LANGUAGE } from '#contract/languages.ts';
import { ORDER_STATUSES } from '#contract/shop/order-states.ts';
import { REJECT_REASONS } from '#contract/submissions.ts';
import { isFrame, say } from '#contract/text/said.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { describeHints } from '#server/captions/captions.rules.ts';
import { changed, notSent } from '#server/backups/failures.ts';
import { describeCancel, describeMove, describeRefund } from '#server/orders/order-events.rules.ts';
import { readFeed } from '#server/updates/feed.rules.ts';

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

const FAST = [{ start: 0, end: 1, text: 'x'.repeat(60) }];
const refused = readFeed('no feed', [], null);

/** By the values that have to stand in each language. */
const KEPT: [sentence: string, ...values: string[]][] = [
  ...ORDER_STATUSES.map((status): [string] => [describeMove(status, '')]),
  [describeMove('SHIPPED', 'UPS 1Z999'), 'UPS 1Z999'],
  ...(['unknown', 'unpaid', { refunded: 'all' }] as const).flatMap((money): [string, ...string[]][] => [
    [describeCancel(money, null)],
    [describeCancel(money, 'Changed my mind.'), 'Changed my mind.'],
  ]),
  // the amount as each language writes it
  [describeCancel({ refunded: 'rest', amount: '$4.90' }, null), '90'],
  [describeCancel({ refunded: 'rest', amount: '$4.90' }, 'Too late. Sorry.'), '90', 'Too late. Sorry.'],
  [describeRefund('$4.90', true), '90'],
  [describeRefund('$4.90', false), '90'],
  [notSent(changed('0000.tar.gz').message).message, '0000.tar.gz'],
  ...describeHints(FAST).map(({ text }): [string, string] => [text, '60']),
  ['refused' in refused ? refused.refused : ''],
  ...REJECT_REASONS.map((reason): [string] => [reason]),
];

test.each(LANGUAGE_TAGS.filter((language) => language !== SOURCE_LANGUAGE))(
  'what is kept in English is read in %s, with what it names',
  (language) => {
    for (const [sentence, ...values] of KEPT) {
      const read = translate(language, sentence).replaceAll(/[\u2068\u2069]/g, '');
      expect(read).not.toBe(sentence);
      for (const value of values) expect(read).toContain(value);
    }
  },
);

test('what only puts sentences side by side has each of them translated', () => {
  const [one, other] = REJECT_REASONS.map((message) => ({ message, values: [] }));
  const both = say`${one ?? ''} ${other ?? ''}`;
  expect(isFrame(both.message)).toBe(true);
  expect(translate('de', both)).toBe(
    `${translate('de', REJECT_REASONS[0] ?? '')} ${translate('de', REJECT_REASONS[1] ?? '')}`,
  );
  expect(translate('en', both)).toBe(`${REJECT_REASONS[0]} ${REJECT_REASONS[1]}`);
});

test('what is kept with an amount, or with another sentence, has that in the language, too', () => {
  const german = (kept: string) => translate('de', kept).replaceAll('\u00a0', ' ');
  expect(german(describeRefund('$1,204.90', false))).toMatch(/^1\.204,90 \$ /);
  expect(german(notSent(changed('0000.tar.gz').message).message)).toMatch(
    /: 0000\.tar\.gz wurde verändert\.$/,
  );
});
