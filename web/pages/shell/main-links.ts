import { t } from '@lingui/core/macro';
import type { SiteConfig } from '#web/app/client/initial-data.ts';
import { paths } from '#web/app/paths.ts';

/** The header's links; a site without a shop has no link to it. */
export const mainLinks = ({ shopOffered }: Pick<SiteConfig, 'shopOffered'>) => [
  { label: t`Home`, to: paths.home() },
  { label: t`Feed`, to: paths.feed() },
  { label: t`Community`, to: paths.community() },
  ...(shopOffered ? [{ label: t`Shop`, to: paths.shop() }] : []),
];
