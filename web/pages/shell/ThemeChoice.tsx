import { t } from '@lingui/core/macro';
import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '#web/app/theme.ts';
import { classes } from '#web/ui/classes.ts';

const choices = () =>
  [
    { theme: 'system', label: t`System theme`, Icon: Monitor },
    { theme: 'light', label: t`Light theme`, Icon: Sun },
    { theme: 'dark', label: t`Dark theme`, Icon: Moon },
  ] as const;

/** At the end of every page, so its code is loaded after the page's. */
export function ThemeChoice() {
  const chosen = useTheme();
  return (
    <div role="group" aria-label={t`Theme`} className="flex rounded-pill border border-line p-0.5">
      {choices().map(({ theme, label, Icon }) => (
        <button
          key={theme}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={chosen === theme}
          onClick={() => chooseTheme(theme)}
          className={classes(
            'grid size-8 place-items-center pointer-coarse:size-11 rounded-pill transition-colors [&_svg]:size-4',
            chosen === theme ? 'bg-raised text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
