import {
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
import type { Me } from '#contract/accounts.ts';
import { paths } from '#web/app/paths.ts';

export const MAIN_LINKS = [
  { label: 'Home', to: paths.home(), icon: <House aria-hidden="true" /> },
  { label: 'Community', to: paths.community(), icon: <MessagesSquare aria-hidden="true" /> },
  { label: 'Shop', to: paths.shop(), icon: <ShoppingBag aria-hidden="true" /> },
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
export function accountLinks(me: Me | null) {
  return me?.role === 'GLOBAL_ADMIN' ? [...OWN_LINKS, ...ADMIN_LINKS] : OWN_LINKS;
}

export const SIGN_OUT = { label: 'Sign out', icon: <LogOut aria-hidden="true" /> };
