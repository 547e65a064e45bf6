import type { WindowWords } from '#standins/paypal/script.ts';
import type { Language } from '#contract/text/languages.ts';
import { Message, msg } from '#contract/text/message.ts';
import { translate } from '#server/app/i18n/translate.ts';

/** What a buyer reads in the window of the built-in provider. */
const WORDS = {
  label: msg('Test payments'),
  hint: msg('No real money moves. Choose what happens.'),
  pay: msg('Pay {0}'),
  decline: msg('Decline the payment'),
  fail: msg('Break with an error'),
  cancel: msg('Cancel and return'),
  card: msg('Debit or Credit Card'),
};

export function testWindowWords(language: Language): WindowWords {
  const said = (text: string) => translate(language, text);
  return {
    language,
    label: said(WORDS.label),
    hint: said(WORDS.hint),
    // where the amount stands is the window's to fill
    pay: translate(language, new Message(WORDS.pay, ['{0}'])),
    decline: said(WORDS.decline),
    fail: said(WORDS.fail),
    cancel: said(WORDS.cancel),
    card: said(WORDS.card),
  };
}
