import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useRef } from 'react';
import type { TouchEvent } from 'react';
import { Link, NavLink, useNavigate } from 'react-router';
import { useConfig } from '#web/app/config.ts';
import { signOut, useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { useUnread } from '#web/notifications/live.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { useOpen } from '#web/ui/dialogs/Dialog.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { accountLinks, menuLinks, playlistsLink, signOutEntry } from './menu-links.tsx';

const SWIPE_PX = 70;

const ENTRY = 'flex rounded-card px-3 font-semibold [&_svg]:size-6 [&_svg]:shrink-0';
/** The icon above the label; beside it on a phone in landscape. */
const TILE =
  'min-w-0 flex-col justify-center gap-1.5 border py-2 leading-tight short:flex-row short:items-center short:justify-start short:gap-3 short:py-1';

/** Full-screen; closes by a swipe to where the line ends or down, Escape and back. */
export function FullMenu({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  useOpen(ref, () => {
    onClose();
    return true;
  });
  const onTouchStart = ({ touches }: TouchEvent): void => {
    const touch = touches.item(0);
    start.current = { x: touch.clientX, y: touch.clientY };
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent): void => {
    const touch = changedTouches.item(0);
    if (!start.current) return;
    const away = document.documentElement.dir === 'rtl' ? -1 : 1;
    if ((touch.clientX - start.current.x) * away > SWIPE_PX || touch.clientY - start.current.y > SWIPE_PX)
      onClose();
  };
  return (
    <dialog
      ref={ref}
      aria-label={t`Menu`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onTouchStart={onTouchStart}
      onTouchEnd={onTouchEnd}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none animate-appear flex-col bg-paper text-ink open:flex"
    >
      <MenuTop onClose={onClose} />
      <MenuLinks onClose={onClose} />
    </dialog>
  );
}

function MenuTop({ onClose }: { onClose: () => void }) {
  const { siteName } = useConfig();
  return (
    <div className="wrap flex h-14 shrink-0 items-center justify-between border-b border-line">
      <Link replace to={paths.home()} onClick={onClose} className="flex items-center gap-2.5">
        <SiteLogo className="h-6.5" />
        <span className="text-lg font-extrabold tracking-tight">{siteName}</span>
      </Link>
      <IconButton label={t`Close`} className="-me-2" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

function MenuLinks({ onClose }: { onClose: () => void }) {
  const { me, signedIn } = useMe();
  const navigate = useNavigate();
  // Each link takes the place of the menu's own entry in the history.
  const config = useConfig();
  const unread = useUnread();
  const links = signedIn
    ? [...menuLinks(config), ...accountLinks(me, config, unread)]
    : [...menuLinks(config), playlistsLink()];
  const exit = signOutEntry();
  const leave = (): void => {
    onClose();
    void signOut();
    void navigate(paths.home(), { replace: true });
  };
  // At the bottom, within a thumb's reach, and as high as the screen allows.
  return (
    <div className="wrap flex min-h-0 flex-1 flex-col overflow-y-auto pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] short:pt-2 short:pb-2">
      <nav
        aria-label={t`Menu`}
        style={{ maxHeight: `${Math.ceil(links.length / 2) * 7}rem` }}
        className="mt-auto grid flex-1 auto-rows-[minmax(3.75rem,1fr)] grid-cols-2 gap-2 landscape:grid-cols-3 short:auto-rows-[minmax(2.75rem,1fr)] short:gap-1.5"
      >
        {links.map(({ label, to, icon }) => (
          <NavLink
            end
            key={label}
            to={to}
            replace
            onClick={onClose}
            className={({ isActive }) =>
              classes(
                ENTRY,
                TILE,
                isActive
                  ? 'border-transparent bg-accent-soft text-accent-text'
                  : 'border-line bg-surface text-ink active:bg-raised',
              )
            }
          >
            {icon}
            <span className="min-w-0 wrap-anywhere hyphens-auto">{label}</span>
          </NavLink>
        ))}
      </nav>
      <div className="flex flex-col short:flex-row short:items-center short:justify-between">
        {signedIn ? (
          <button
            type="button"
            onClick={leave}
            className={classes(
              ENTRY,
              'mt-2 items-center gap-3 py-3 text-bad active:bg-raised short:mt-0 short:py-2',
            )}
          >
            {exit.icon}
            <span>{exit.label}</span>
          </button>
        ) : (
          <div className="mt-6 grid grid-cols-2 gap-3 short:mt-2">
            <ButtonLink replace size="lg" to={paths.login()} onClick={onClose}>
              {t`Login`}
            </ButtonLink>
            <ButtonLink replace size="lg" variant="primary" to={paths.signup()} onClick={onClose}>
              {t`Sign Up`}
            </ButtonLink>
          </div>
        )}
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 short:mt-1">
          <LanguageChoice />
          {config.shopOffered && config.withdrawalMode !== 'OFF' && (
            <Link
              replace
              to={paths.withdraw()}
              onClick={onClose}
              className="touch-target py-2 text-sm underline-offset-4 hover:underline"
            >
              {t`Withdraw from a contract here`}
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
