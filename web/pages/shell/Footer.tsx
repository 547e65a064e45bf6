import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { OwnerText } from '#web/app/i18n/OwnerText.tsx';
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

const loadSensitiveChoice = async () => {
  await whenIdle();
  return (await import('./SensitiveChoice.tsx')).GuestsChoice;
};

const loadLanguageChoice = async () => {
  await whenIdle();
  return (await import('./LanguageChoice.tsx')).LanguageChoice;
};

const LINK = 'touch-target py-2 underline-offset-4 hover:underline';

export function Footer() {
  const {
    siteName,
    game,
    documents,
    footerLinks,
    cookieWords: cookieText,
    languages,
    shopOffered,
    withdrawalMode,
  } = useConfig();
  const written = (name: 'about' | 'privacy' | 'terms' | 'imprint', title: string, unwritten = true) =>
    documents.includes(name) ? (
      <Link to={paths.document(name)} className={LINK}>
        {title}
      </Link>
    ) : (
      unwritten && <span>{title}</span>
    );
  const themeChoice = useLate(loadThemeChoice, true);
  const languageChoice = useLate(loadLanguageChoice, true);
  const sensitiveChoice = useLate(loadSensitiveChoice, true);
  return (
    <footer className="print:hidden mt-16 md:in-data-floating:pb-20 border-t border-line bg-surface">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-5 py-8 text-sm text-ink-soft">
        <div className="flex items-center gap-3 text-ink">
          <SiteLogo className="h-5" />
          <p>
            <span className="font-bold">{siteName}</span>{' '}
            <span className="text-ink-soft">
              <OwnerText of="siteTagline" />
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-sm:w-full">
          <div className="items-center gap-x-6 gap-y-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:justify-items-start sm:contents">
            <Link
              to={paths.creators()}
              className="touch-target py-2 font-semibold text-ink underline-offset-4 hover:underline"
            >
              {t`Creators`}
            </Link>
            {game && <PuzzleLauncher className={LINK}>{t`Play the game`}</PuzzleLauncher>}
            {written('about', t`About`, false)}
            {written('privacy', t`Privacy Policy`)}
            {written('terms', t`Terms of Service`)}
            {written('imprint', t`Imprint`, false)}
            {shopOffered && withdrawalMode !== 'OFF' && (
              <Link to={paths.withdraw()} className={LINK}>
                {t`Withdraw from a contract here`}
              </Link>
            )}
            {footerLinks.map(({ label, url, language }) => (
              <a key={url + label} href={url} className={LINK}>
                <bdi lang={language}>{label}</bdi>
              </a>
            ))}
          </div>
          {sensitiveChoice ?? <div className="h-9.5 w-56 pointer-coarse:h-11.5" />}
          <div className="flex items-center justify-between gap-3 max-sm:w-full sm:contents">
            {languageChoice ?? (languages.length > 1 && <div className="h-9.5 w-44 pointer-coarse:h-11.5" />)}
            {themeChoice ?? <div className="h-9.5 w-26 pointer-coarse:h-12.5 pointer-coarse:w-35" />}
          </div>
        </div>
        {cookieText && (
          <p className="w-full">
            <OwnerText of="cookieWords" />
          </p>
        )}
      </div>
    </footer>
  );
}
