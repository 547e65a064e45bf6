import { paths } from '#web/app/paths.ts';

export const MAIN_LINKS = [
  { label: 'Home', to: paths.home() },
  { label: 'Community', to: paths.community() },
  { label: 'Shop', to: paths.shop() },
];
