import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { signOut, useMe } from '#web/app/session/me.ts';
import { useConfig } from '#web/app/config.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { useUnread } from '#web/notifications/live.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Menu } from '#web/ui/controls/Menu.tsx';
import { useMatches } from '#web/ui/useMatches.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { accountLinks, signOutEntry } from './menu-links.tsx';

/** A member's links behind their avatar: a list on wide screens, the full-screen menu on phones. */
export function AccountMenu() {
  const { me } = useMe();
  const isPhone = useMatches('(width < 48rem)');
  const navigate = useNavigate();
  const config = useConfig();
  const links = accountLinks(me, config, useUnread());
  const leave = (): void => {
    void signOut();
    void navigate(paths.home());
  };
  const avatar = <Avatar src={backend(me?.profileImageUrl)} size="sm" className="ring-2 ring-line" />;
  if (isPhone) return <MobileMenu label={t`Account menu`}>{avatar}</MobileMenu>;
  return (
    <Menu
      label={t`Account menu`}
      className="size-11"
      button={avatar}
      long
      heading={
        me && (
          <div className="min-w-0">
            <p dir="auto" className="truncate font-semibold">
              {me.displayName ?? me.username}
            </p>
            <p className="truncate text-sm text-ink-soft">
              <bdi>{me.email}</bdi>
            </p>
          </div>
        )
      }
      items={[
        ...links.map((link) => ({ ...link, apart: link.to === paths.admin() })),
        { ...signOutEntry(), onSelect: leave, apart: true },
      ]}
      footing={config.languages.length > 1 && <LanguageChoice />}
    />
  );
}
