import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import { Heart, Play, ShoppingCart } from 'lucide-react';
import { accentThemes } from '#contract/settings/accent.ts';
import type { Brand } from '#contract/settings/settings.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { LogoPicture } from './LogoField.tsx';

const FONT_STACKS: Record<Brand['font'], string> = {
  figtree: "'Figtree', system-ui, sans-serif",
  system: 'system-ui, sans-serif',
  serif: "'Iowan Old Style', Palatino, Georgia, serif",
  rounded: "ui-rounded, Nunito, 'Arial Rounded MT Bold', system-ui, sans-serif",
};

type Look = Pick<Brand, 'name' | 'tagline' | 'accent' | 'font' | 'logo'>;
type Scheme = 'light' | 'dark';

function styleOf({ accent, font }: Look, scheme: Scheme): CSSProperties {
  const colours = accent ? accentThemes(accent)[scheme] : null;
  return {
    colorScheme: scheme,
    fontFamily: FONT_STACKS[font],
    ...(colours && {
      '--color-accent': colours.accent,
      '--color-accent-strong': colours.strong,
      '--color-accent-ink': colours.ink,
      '--color-accent-text': colours.text,
      '--color-accent-soft': colours.soft,
    }),
  };
}

/** The home page as it would be, on a phone and on a desktop, before anything is saved. */
export function BrandPreview(look: Look) {
  const [scheme, setScheme] = useState<Scheme>('light');
  return (
    <Card
      title={t`Preview`}
      aside={
        <div role="group" aria-label={t`Preview theme`} className="flex rounded-pill bg-raised p-1">
          {(['light', 'dark'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === scheme}
              onClick={() => setScheme(each)}
              className="rounded-pill px-3 py-1 text-sm font-semibold text-ink-soft aria-pressed:bg-segment aria-pressed:text-ink"
            >
              {each === 'light' ? t`Light` : t`Dark`}
            </button>
          ))}
        </div>
      }
    >
      <div className="flex flex-wrap items-start gap-5">
        <figure className="min-w-0 grow basis-80">
          <Screen brand={look} scheme={scheme} wide />
          <figcaption className="mt-2 text-center text-sm text-ink-soft">{t`On a desktop`}</figcaption>
        </figure>
        <figure className="mx-auto w-44 shrink-0">
          <Screen brand={look} scheme={scheme} wide={false} />
          <figcaption className="mt-2 text-center text-sm text-ink-soft">{t`On a phone`}</figcaption>
        </figure>
      </div>
    </Card>
  );
}

/** Only looked at: no part of it can be used, or is read out. */
function Screen({ brand, scheme, wide }: { brand: Look; scheme: Scheme; wide: boolean }) {
  const { name, tagline, logo } = brand;
  return (
    <div
      aria-hidden="true"
      style={styleOf(brand, scheme)}
      className="overflow-hidden rounded-card border border-line bg-paper text-ink shadow-card select-none"
    >
      <div className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 text-xs">
        <LogoPicture logo={logo} className="h-4" />
        <span className="truncate text-sm font-extrabold tracking-tight">{name}</span>
        {wide && (
          <span className="ms-4 flex gap-3 text-ink-soft max-sm:hidden">
            <Trans>
              <b className="border-b-2 border-accent text-ink">Home</b> Community Shop
            </Trans>
          </span>
        )}
        <ShoppingCart className="ms-auto size-4 shrink-0" />
        {wide && (
          <span className="rounded-control bg-accent px-2.5 py-1 font-semibold whitespace-nowrap text-accent-ink">
            {t`Sign Up`}
          </span>
        )}
      </div>
      <div className="grid grid-cols-1 gap-3 p-3">
        <p className={classes('leading-tight font-extrabold tracking-tight', wide ? 'text-2xl' : 'text-lg')}>
          {tagline}
        </p>
        <div className="flex gap-1.5 text-xs font-semibold">
          <span className="rounded-pill bg-accent px-2.5 py-1 text-accent-ink">{t`All`}</span>
          <span className="rounded-pill border border-line px-2.5 py-1">{t`Business`}</span>
          {wide && (
            <span className="rounded-pill bg-accent-soft px-2.5 py-1 text-accent-text">{t`Beauty`}</span>
          )}
        </div>
        <div className={classes('grid gap-2.5', wide ? 'grid-cols-3' : 'grid-cols-1')}>
          {(wide ? [1, 2, 3] : [1, 2]).map((card) => (
            <div key={card} className="min-w-0">
              <div className="grid aspect-video place-items-center rounded-control bg-raised text-ink-soft">
                <Play className="size-5" />
              </div>
              <p className="mt-1.5 truncate text-xs font-semibold">{t`Video of the day`}</p>
              <p className="flex items-center gap-1 truncate text-xs text-ink-soft">
                <Heart className="size-3 shrink-0 fill-accent-text text-accent-text" />{' '}
                <span>{t`12 ${name} likes`}</span>
              </p>
            </div>
          ))}
        </div>
        <p className="text-xs text-accent-text underline underline-offset-2">{t`View all videos`}</p>
      </div>
    </div>
  );
}
