import { t } from '@lingui/core/macro';
import type { SiteConfig } from '#web/app/client/initial-data.ts';
import { paths } from '#web/app/paths.ts';

/** Those of a site without a shop lead to none. */
export const mainLinks = ({ shopOffered }: Pick<SiteConfig, 'shopOffered'>) => [
  { label: t`Home`, to: paths.home() },
  { label: t`Community`, to: paths.community() },
  ...(shopOffered ? [{ label: t`Shop`, to: paths.shop() }] : []),
];
