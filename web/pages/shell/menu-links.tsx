import { t } from '@lingui/core/macro';
import {
  Bell,
  CirclePlay,
  Clapperboard,
  History,
  House,
  ListVideo,
  LayoutDashboard,
  LogOut,
  MapPin,
  MessagesSquare,
  PackageCheck,
  Settings,
  ShoppingBag,
  ShoppingCart,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import type { SiteConfig } from '#web/app/client/initial-data.ts';
import { canAdminister, canUpload } from '#web/app/capabilities.ts';
import { paths } from '#web/app/paths.ts';
import { mainLinks } from './main-links.ts';

const ICONS: Record<string, ReactNode> = {
  [paths.home()]: <House aria-hidden="true" />,
  [paths.feed()]: <CirclePlay aria-hidden="true" />,
  [paths.community()]: <MessagesSquare aria-hidden="true" />,
  [paths.shop()]: <ShoppingBag aria-hidden="true" />,
};

/** The header's links and the cart, as the full-screen menu shows them. */
export const menuLinks = (config: Pick<SiteConfig, 'shopOffered'>) => [
  ...mainLinks(config).map((link) => ({ ...link, icon: ICONS[link.to] })),
  ...(config.shopOffered
    ? [{ label: t`Cart`, to: paths.cart(), icon: <ShoppingCart aria-hidden="true" /> }]
    : []),
];

export const playlistsLink = () => ({
  label: t`Playlists`,
  to: paths.playlists(),
  icon: <ListVideo aria-hidden="true" />,
});

const studioLinks = () => [
  { label: t`Studio`, to: paths.studio(), icon: <Clapperboard aria-hidden="true" /> },
];

const ownLinks = (unread: number) => [
  { label: t`Profile`, to: paths.profile(), icon: <UserRound aria-hidden="true" /> },
  { label: t`History`, to: paths.history(), icon: <History aria-hidden="true" /> },
  playlistsLink(),
  {
    label: unread > 0 ? t`Notifications (${unread})` : t`Notifications`,
    to: paths.notifications(),
    icon: <Bell aria-hidden="true" />,
  },
  { label: t`Settings`, to: paths.settings(), icon: <Settings aria-hidden="true" /> },
];

const adminLinks = () => [
  { label: t`Admin Dashboard`, to: paths.admin(), icon: <LayoutDashboard aria-hidden="true" /> },
  { label: t`Order Management`, to: paths.adminOrders(), icon: <PackageCheck aria-hidden="true" /> },
  { label: t`Nearby`, to: paths.nearby(), icon: <MapPin aria-hidden="true" /> },
];

/** A signed-in person's links; creators see their studio, admins three more. */
export function accountLinks(
  me: Me | null,
  { shopOffered }: Pick<SiteConfig, 'shopOffered'>,
  unread: number,
) {
  const own = canUpload(me) ? [...studioLinks(), ...ownLinks(unread)] : ownLinks(unread);
  if (!canAdminister(me)) return own;
  return [...own, ...adminLinks().filter(({ to }) => shopOffered || to !== paths.adminOrders())];
}

export const signOutEntry = () => ({ label: t`Sign out`, icon: <LogOut aria-hidden="true" /> });
