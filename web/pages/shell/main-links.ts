import type { SiteConfig } from '#web/app/initial-data.ts';
import { paths } from '#web/app/paths.ts';

const MAIN_LINKS = [
  { label: 'Home', to: paths.home() },
  { label: 'Community', to: paths.community() },
  { label: 'Shop', to: paths.shop() },
];

/** Those of a site without a shop lead to none. */
export const mainLinks = ({ shopOffered }: Pick<SiteConfig, 'shopOffered'>) =>
  shopOffered ? MAIN_LINKS : MAIN_LINKS.filter(({ label }) => label !== 'Shop');
