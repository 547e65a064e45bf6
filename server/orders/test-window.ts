import type { WindowTexts } from '#standins/paypal/script.ts';
import type { Language } from '#contract/text/languages.ts';
import { Message, msg } from '#contract/text/message.ts';
import { translate } from '#server/app/i18n/translate.ts';

/** What a buyer reads in the window of the built-in provider. */
const TEXTS = {
  label: msg('Test payments'),
  hint: msg('No real money is charged. Choose an outcome.'),
  pay: msg('Pay {0}'),
  decline: msg('Decline the payment'),
  fail: msg('Simulate an error'),
  cancel: msg('Cancel and return'),
  card: msg('Debit or Credit Card'),
};

export function testWindowTexts(language: Language): WindowTexts {
  const text = (text: string) => translate(language, text);
  return {
    language,
    label: text(TEXTS.label),
    hint: text(TEXTS.hint),
    // the window fills in the amount
    pay: translate(language, new Message(TEXTS.pay, ['{0}'])),
    decline: text(TEXTS.decline),
    fail: text(TEXTS.fail),
    cancel: text(TEXTS.cancel),
    card: text(TEXTS.card),
  };
}
