import { Link } from '#web/ui/router.tsx';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { PuzzleLauncher } from '#web/puzzle/PuzzleLauncher.tsx';
import { whenIdle } from '#web/ui/idle.ts';
import { useLate } from '#web/ui/useLate.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';

const loadThemeChoice = async () => {
  await whenIdle();
  return (await import('./ThemeChoice.tsx')).ThemeChoice;
};

const LINK = 'py-2 underline-offset-4 hover:underline';

export function Footer() {
  const { siteName, siteTagline, game, documents, footerLinks, cookieWords } = useConfig();
  const written = (name: 'about' | 'privacy' | 'terms' | 'imprint', title: string, unwritten = true) =>
    documents.includes(name) ? (
      <Link to={paths.document(name)} className={LINK}>
        {title}
      </Link>
    ) : (
      unwritten && <span>{title}</span>
    );
  const themeChoice = useLate(loadThemeChoice, true);
  return (
    <footer className="print:hidden mt-16 md:in-data-floating:pb-20 border-t border-line bg-surface">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-5 py-8 text-sm text-ink-soft">
        <div className="flex items-center gap-3 text-ink">
          <SiteLogo className="h-5" />
          <p>
            <span className="font-bold">{siteName}</span> <span className="text-ink-soft">{siteTagline}</span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Link
            to={paths.creators()}
            className="py-2 font-semibold text-ink underline-offset-4 hover:underline"
          >
            Creators
          </Link>
          {game && <PuzzleLauncher className={LINK}>Play the game</PuzzleLauncher>}
          {written('about', 'About', false)}
          {written('privacy', 'Privacy Policy')}
          {written('terms', 'Terms of Service')}
          {written('imprint', 'Imprint', false)}
          {footerLinks.map(({ label, url }) => (
            <a key={url + label} href={url} className={LINK}>
              {label}
            </a>
          ))}
          {themeChoice ?? <div className="h-9.5 w-26" />}
        </div>
        {cookieWords && <p className="w-full">{cookieWords}</p>}
      </div>
    </footer>
  );
}
