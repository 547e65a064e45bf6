import { formatter } from '#web/ui/intl.ts';

/** 19 → 19%, with up to three decimals. */
export const formatRate = (percent: number): string =>
  formatter(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 3 }).format(percent / 100);
