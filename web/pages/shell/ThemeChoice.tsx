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

/** At the end of every page, so its code is loaded after the page's; `labelled` among the settings. */
export function ThemeChoice({ labelled = false }: { labelled?: boolean }) {
  const chosen = useTheme();
  return (
    <div
      role="group"
      aria-label={t`Theme`}
      className={classes(
        'flex border border-line p-0.5',
        labelled ? 'rounded-card max-sm:w-full max-sm:flex-col' : 'rounded-pill',
      )}
    >
      {choices().map(({ theme, label, Icon }) => (
        <button
          key={theme}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={chosen === theme}
          onClick={() => chooseTheme(theme)}
          className={classes(
            'transition-colors [&_svg]:size-4',
            labelled
              ? 'flex h-11 items-center gap-2 rounded-control px-4 font-semibold'
              : 'grid size-8 place-items-center rounded-pill pointer-coarse:size-11',
            chosen === theme ? 'bg-raised text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          <Icon aria-hidden="true" />
          {labelled && <span>{label}</span>}
        </button>
      ))}
    </div>
  );
}
