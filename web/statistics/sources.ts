import { t } from '@lingui/core/macro';
import type { Statistics, ViewSource } from '#contract/statistics/statistics.ts';
import { formatter } from '#web/ui/intl.ts';

const names = (): Record<ViewSource, string> => ({
  HOME: t`Home`,
  FEED: t`Feed`,
  SEARCH: t`Search`,
  CREATOR: t`Creator page`,
  LINK: t`Other sites`,
  EMBED: t`Embedded`,
  OTHER: t`Other sources`,
});

/** Where the views came from; they add up to all views, also where some were counted without a source. */
export function sourceRows({ totals, sources }: Pick<Statistics, 'totals' | 'sources'>) {
  const unknown = sources.reduce((rest, { views }) => rest - views, totals.views);
  return [
    ...sources.map(({ source, host, views }) => ({ name: host ?? names()[source], value: views })),
    ...(unknown > 0 ? [{ name: t`Unknown source`, value: unknown }] : []),
  ];
}

/** 42.5 → 42.5% */
export const formatPercent = (percent: number): string =>
  formatter(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);
