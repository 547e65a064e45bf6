import { Monitor, Moon, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { chooseTheme, useTheme } from '#web/app/theme.ts';
import { PuzzleLauncher } from '#web/puzzle/PuzzleLauncher.tsx';
import { BrandMark } from '#web/ui/Brand.tsx';
import { classes } from '#web/ui/classes.ts';

export function Footer() {
  const { siteName, siteTagline } = useConfig();
  return (
    <footer className="print:hidden mt-16 border-t border-line bg-surface">
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
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}

const CHOICES = [
  { theme: 'system', label: 'Theme of the device', Icon: Monitor },
  { theme: 'light', label: 'Light theme', Icon: Sun },
  { theme: 'dark', label: 'Dark theme', Icon: Moon },
] as const;

function ThemeChoice() {
  const chosen = useTheme();
  return (
    <div role="group" aria-label="Theme" className="flex rounded-pill border border-line p-0.5">
      {CHOICES.map(({ theme, label, Icon }) => (
        <button
          key={theme}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={chosen === theme}
          onClick={() => chooseTheme(theme)}
          className={classes(
            'grid size-8 place-items-center rounded-pill transition-colors [&_svg]:size-4',
            chosen === theme ? 'bg-raised text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
