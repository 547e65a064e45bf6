import { Suspense, lazy } from 'react';
import { Link } from 'react-router';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { PuzzleLauncher } from '#web/puzzle/PuzzleLauncher.tsx';
import { BrandMark } from '#web/ui/Brand.tsx';

const ThemeChoice = lazy(async () => ({ default: (await import('./ThemeChoice.tsx')).ThemeChoice }));

export function Footer() {
  const { siteName, siteTagline } = useConfig();
  return (
    <footer className="print:hidden mt-16 in-[:root:has([data-floating])]:pb-20 border-t border-line bg-surface">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-5 py-8 text-sm text-ink-soft">
        <div className="flex items-center gap-3 text-ink">
          <BrandMark className="h-5" />
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
          <PuzzleLauncher className="py-2 underline-offset-4 hover:underline">Play the game</PuzzleLauncher>
          <span>Privacy Policy</span>
          <span>Terms of Service</span>
          <Suspense fallback={<div className="h-9.5 w-26" />}>
            <ThemeChoice />
          </Suspense>
        </div>
      </div>
    </footer>
  );
}
