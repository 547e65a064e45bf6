import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Compass } from 'lucide-react';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { PuzzleLauncher } from '#web/puzzle/PuzzleLauncher.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Page not found`, hidden: true });

export function NotFoundPage() {
  const { game } = useConfig();
  return (
    <div className="wrap grid min-h-[70dvh] place-items-center py-12 text-center">
      <div className="flex flex-col items-center gap-4">
        <div
          aria-hidden="true"
          className="grid size-24 place-items-center rounded-pill bg-accent-soft text-accent-text"
        >
          <Compass className="size-11" />
        </div>
        <p aria-hidden="true" className="numbers text-4xl font-extrabold">
          404
        </p>
        <h1 className="text-2xl">{t`Oops! Page not found`}</h1>
        <p className="max-w-sm text-ink-soft">{t`The link may be outdated or mistyped.`}</p>
        <ButtonLink variant="primary" to={paths.home()} className="mt-2">
          {t`Return to Home`}
        </ButtonLink>
        {game && (
          <div className="text-sm text-ink-soft">
            <Trans>
              Or stay a while and{' '}
              <PuzzleLauncher className="font-semibold text-accent-text underline underline-offset-4">
                play a round of blocks
              </PuzzleLauncher>
              .
            </Trans>
          </div>
        )}
      </div>
    </div>
  );
}
