import { useConfig } from '../config.ts';

type Field =
  | 'siteTagline'
  | 'heroSentence'
  | 'cookieWords'
  | 'shopHeadline'
  | 'shopHeroWords'
  | 'freeShippingWords'
  | 'taxNote'
  | 'returnWords'
  | 'withdrawalText';

/** What the owner wrote; it names its language where there is no translation into the page's. */
export function OwnerText({ of }: { of: Field }) {
  const config = useConfig();
  return <bdi lang={config.wordsIn[of]}>{config[of]}</bdi>;
}

/** The owner's text about shipping. */
export function ShippingText() {
  const { shipping, wordsIn } = useConfig();
  return <bdi lang={wordsIn['shipping']}>{shipping?.words}</bdi>;
}
