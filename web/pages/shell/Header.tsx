import { t } from '@lingui/core/macro';
import { Menu as MenuIcon, ShoppingBag } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { Link, NavLink, useLocation, useMatches } from 'react-router';
import { isPrivate } from '#contract/site/pages.ts';
import { canAdminister } from '#web/app/capabilities.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { PlainSearch } from '#web/search/PlainSearch.tsx';
import { useMe } from '#web/app/session/me.ts';
import { useCartCount } from '#web/shop/cart-count.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { whenIdle } from '#web/ui/idle.ts';
import { useLate } from '#web/ui/useLate.ts';
import { classes } from '#web/ui/classes.ts';
import { MobileMenu } from './MobileMenu.tsx';
import { mainLinks } from './main-links.ts';

const AccountMenu = lazy(async () => ({ default: (await import('./AccountMenu.tsx')).AccountMenu }));
const DashboardSearch = lazy(async () => ({
  default: (await import('../admin/DashboardSearch.tsx')).DashboardSearch,
}));
const Bell = lazy(async () => ({ default: (await import('#web/notifications/Bell.tsx')).Bell }));

/** It isn't worth the first paint's time. */
const loadSearch = async () => {
  await whenIdle();
  return (await import('#web/search/SearchForm.tsx')).SearchForm;
};

const ACCOUNT_PLACEHOLDER = <div className="h-11 w-23 max-[23rem]:w-11" />;

export function Header() {
  const searchForm = useLate(loadSearch, true);
  const config = useConfig();
  const { siteName } = config;
  const { me } = useMe();
  const page = useMatches().at(-1)?.id;
  const inDashboard = page === 'admin' || page === 'adminOrders';
  return (
    <header className="print:hidden sticky top-0 z-30 h-14 border-b border-line bg-paper/85 backdrop-blur-lg backdrop-saturate-150">
      <div className="wrap flex h-full items-center gap-2 max-[15rem]:gap-0">
        <Link
          to={paths.home()}
          className="touch-target me-3 flex items-center max-[15rem]:me-0 gap-2.5 rounded-control py-1 pe-1"
        >
          <SiteLogo className="h-6.5 shrink-0" />
          {/* members have more in this row: on phones a long name takes two lines */}
          <span className="text-lg font-extrabold tracking-tight max-[15rem]:sr-only max-md:line-clamp-2 max-md:leading-tight max-md:wrap-anywhere max-md:in-data-member:text-sm max-md:in-data-member:leading-tight">
            {siteName}
          </span>
        </Link>
        <nav aria-label={t`Main`} className="hidden h-full items-center md:flex">
          {mainLinks(config).map(({ label, to }) => (
            <NavLink
              end
              key={label}
              to={to}
              className={({ isActive }) =>
                classes(
                  'relative grid h-full place-items-center px-3.5 font-semibold transition-colors duration-150',
                  'after:absolute after:inset-x-3.5 after:-bottom-px after:h-0.5 after:rounded-pill after:bg-accent after:transition-transform',
                  isActive ? 'text-ink' : 'text-ink-soft after:scale-x-0 hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        {inDashboard && canAdminister(me) ? (
          <Suspense fallback={<PlainSearch />}>
            <DashboardSearch />
          </Suspense>
        ) : (
          (searchForm ?? <PlainSearch />)
        )}
        <div className="header-end flex h-11 items-center gap-1 md:ms-auto">
          {config.shopOffered && <CartButton />}
          <Account page={page} />
        </div>
      </div>
    </header>
  );
}

function Account({ page }: { page: string | undefined }) {
  const { signedIn } = useMe();
  // what the server renders of a page of one's own doesn't look like a guest's
  const isUnknown = !useHydrated() && isPrivate(page);
  if (isUnknown) return ACCOUNT_PLACEHOLDER;
  if (signedIn)
    return (
      <Suspense fallback={ACCOUNT_PLACEHOLDER}>
        <Bell />
        <AccountMenu />
      </Suspense>
    );
  return (
    <>
      {/* reserves the space of a member's menu until it is loaded */}
      <div className="ms-1 hidden items-center gap-1 md:flex in-data-member:invisible in-data-member:ms-0 in-data-member:flex in-data-member:w-23 in-data-member:overflow-hidden max-[23rem]:in-data-member:w-11">
        <ButtonLink variant="quiet" size="sm" to={paths.login()}>
          {t`Login`}
        </ButtonLink>
        <ButtonLink variant="primary" size="sm" to={paths.signup()}>
          {t`Sign Up`}
        </ButtonLink>
      </div>
      <MobileMenu label={t`Menu`} className="-me-2 md:hidden in-data-member:hidden">
        <MenuIcon />
      </MobileMenu>
    </>
  );
}

/** On phones only in the shop, and wherever something is in the cart. */
function CartButton() {
  const count = useCartCount();
  const inShop = /^\/(?:shop|cart|order)/.test(useLocation().pathname);
  return (
    <Link
      to={paths.cart()}
      role="button"
      aria-label={t`Cart, ${count} items`}
      title={t`Cart, ${count} items`}
      onKeyDown={(event) => {
        if (event.key === ' ') {
          event.preventDefault();
          event.currentTarget.click();
        }
      }}
      className={classes(
        'relative grid size-11 place-items-center rounded-pill transition duration-150 hover:bg-raised',
        count === 0 && !inShop && 'max-md:hidden',
      )}
    >
      <ShoppingBag aria-hidden="true" className="size-5.5" />
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="numbers absolute end-1 top-0.5 grid h-5 min-w-5 animate-pop place-items-center rounded-pill bg-accent px-1 text-xs font-bold text-accent-ink"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
