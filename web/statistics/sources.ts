import { t } from '@lingui/core/macro';
import type { ViewSource } from '#contract/statistics/statistics.ts';
import { formatter } from '#web/ui/intl.ts';

export const sources = (): Record<ViewSource, string> => ({
  HOME: t`Home`,
  FEED: t`Feed`,
  SEARCH: t`Search`,
  CREATOR: t`Creator page`,
  LINK: t`Other sites`,
  EMBED: t`Embedded`,
  OTHER: t`Other sources`,
});

/** 42.5 → 42.5% */
export const formatPercent = (percent: number): string =>
  formatter(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);
