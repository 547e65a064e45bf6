import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { accentThemes } from '#contract/settings/accent.ts';
import { Button } from '#web/ui/controls/Button.tsx';

/** The product's own; what the colour field shows while none is chosen. */
const ORANGE = '#f4791f';
const SUGGESTED = [ORANGE, '#d4366f', '#7a4fd0', '#2367d1', '#0b7f8a', '#2f7d32', '#8a5a00', '#3b3b3b'];

/** A colour, from which both themes are made. '' is the product's own. */
export function AccentField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  const mended = value !== '' && accentThemes(value).mended;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {t`Accent colour`}
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <input
          id={id}
          type="color"
          value={value || ORANGE}
          onChange={(event) => onChange(event.target.value)}
          className="h-11 w-16 cursor-pointer rounded-control border border-edge/80 bg-surface p-1"
        />
        {SUGGESTED.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={t`Use ${colour}`}
            title={colour}
            aria-pressed={value === colour}
            onClick={() => onChange(colour)}
            className="size-8 rounded-pill border border-edge/60 forced-color-adjust-none aria-pressed:ring-2 aria-pressed:ring-ink aria-pressed:ring-offset-2 aria-pressed:ring-offset-surface"
            style={{ background: colour }}
          />
        ))}
        {value !== '' && (
          <Button size="sm" variant="quiet" onClick={() => onChange('')}>
            {t`Use the original`}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        {mended
          ? t`This colour is too pale for light pages, or text on it is hard to read. A similar colour is used there.`
          : t`Both themes are based on it, so text on it stays readable.`}
      </p>
    </div>
  );
}
