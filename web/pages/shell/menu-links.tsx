import {
  CirclePlay,
  House,
  LayoutDashboard,
  LogOut,
  MapPin,
  MessagesSquare,
  PackageCheck,
  Settings,
  ShoppingBag,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import type { SiteConfig } from '#web/app/initial-data.ts';
import { canAdminister } from '#web/app/capabilities.ts';
import { paths } from '#web/app/paths.ts';
import { mainLinks } from './main-links.ts';

const ICONS: Record<string, ReactNode> = {
  Home: <House aria-hidden="true" />,
  Community: <MessagesSquare aria-hidden="true" />,
  Shop: <ShoppingBag aria-hidden="true" />,
};

/** The header's links, as the menus show them. */
export const menuLinks = (config: Pick<SiteConfig, 'shopOffered'>) => [
  ...mainLinks(config).map((link) => ({ ...link, icon: ICONS[link.label] })),
  { label: 'Feed', to: paths.feed(), icon: <CirclePlay aria-hidden="true" /> },
];

const OWN_LINKS = [
  { label: 'Profile', to: paths.profile(), icon: <UserRound aria-hidden="true" /> },
  { label: 'Settings', to: paths.settings(), icon: <Settings aria-hidden="true" /> },
];

const ADMIN_LINKS = [
  { label: 'Admin Dashboard', to: paths.admin(), icon: <LayoutDashboard aria-hidden="true" /> },
  { label: 'Order Management', to: paths.adminOrders(), icon: <PackageCheck aria-hidden="true" /> },
  { label: 'Nearby', to: paths.nearby(), icon: <MapPin aria-hidden="true" /> },
];

/** A signed-in person's links; admins see three more. */
export function accountLinks(me: Me | null, { shopOffered }: Pick<SiteConfig, 'shopOffered'>) {
  if (!canAdminister(me)) return OWN_LINKS;
  return [...OWN_LINKS, ...ADMIN_LINKS.filter(({ to }) => shopOffered || to !== paths.adminOrders())];
}

export const SIGN_OUT = { label: 'Sign out', icon: <LogOut aria-hidden="true" /> };
