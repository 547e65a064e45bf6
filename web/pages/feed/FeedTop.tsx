import { t } from '@lingui/core/macro';
import { ArrowLeft, Menu } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { FeedSource } from '#contract/videos/feed-address.ts';
import { paths } from '#web/app/paths.ts';
import { isList } from '#web/feed/source.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { MobileMenu } from '../shell/MobileMenu.tsx';

/** Where there is neither header nor tab bar. */
const CORNER = 'hidden max-[56.25rem]:short:block';

/** Over the feed: which one it is, and on a short screen, which has no other navigation, the links that leave it. */
export function FeedTop({ source }: { source: FeedSource }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const button = 'on-picture pointer-events-auto text-on-scrim hover:bg-on-scrim/10!';
  return (
    <div className="feed-top pointer-events-none absolute inset-x-0 top-0 z-10 flex min-h-13 items-center justify-between">
      <span className={CORNER}>
        <IconButton
          label={t`Back`}
          className={button}
          onClick={() => void (key === 'default' ? navigate(paths.home()) : navigate(-1))}
        >
          <ArrowLeft className="rtl:-scale-x-100" />
        </IconButton>
      </span>
      {(source.following || !isList(source)) && (
        <nav aria-label={t`Feeds`} className="absolute inset-x-0 flex justify-center">
          <Tab to={paths.feed()} isCurrent={!source.following} text={t`For you`} />
          <Tab
            to={paths.feed({ following: 'true' })}
            isCurrent={source.following !== undefined}
            text={t`Following`}
          />
        </nav>
      )}
      <span className={CORNER}>
        <MobileMenu label={t`Menu`} className={button}>
          <Menu />
        </MobileMenu>
      </span>
    </div>
  );
}

const Tab = ({ to, isCurrent, text }: { to: string; isCurrent: boolean; text: string }) => (
  <Link
    to={to}
    aria-current={isCurrent ? 'page' : undefined}
    className="on-picture pointer-events-auto flex min-h-12 items-center px-3 font-semibold text-on-scrim/75 underline-offset-8 aria-[current]:text-on-scrim aria-[current]:underline aria-[current]:decoration-2"
  >
    {text}
  </Link>
);
