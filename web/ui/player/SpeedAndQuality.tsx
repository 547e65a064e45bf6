import { t } from '@lingui/core/macro';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, lazy, useEffect, useId, useRef, useState } from 'react';
import type { Quality } from './ladder-source.ts';
import { ControlButton } from './ControlButton.tsx';
import { RATES } from './player.actions.ts';

interface SpeedAndQualityProps {
  rate: number;
  onRate: (rate: number) => void;
  /** Empty: there is no choice. */
  qualities: Quality[];
  playing: number | null;
  onQuality: (index: number | null) => void;
  /** The controls must stay while this is open. */
  onOpen: (open: boolean) => void;
  /** Null: there are none. */
  captions: { language: string; label: string }[] | null;
  isCaptioned: boolean;
}

const CaptionSettings = lazy(async () => ({
  default: (await import('./CaptionSettings.tsx')).CaptionSettings,
}));

/** A small sheet above its button: how fast, and where a ladder is there, how sharp. */
export function SpeedAndQuality(props: SpeedAndQualityProps) {
  const { rate, onRate, qualities, playing, onQuality, onOpen, captions, isCaptioned } = props;
  const [isSettling, setSettling] = useState(false);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const show = (next: boolean): void => {
    setOpen(next);
    onOpen(next);
    if (!next) root.current?.querySelector('button')?.focus();
  };
  useCloseOutside(root, open, () => {
    setOpen(false);
    onOpen(false);
  });
  const isAlone = qualities.length === 0;
  // sizes that fail go, and with them the focus
  useEffect(() => {
    if (open && isAlone && document.activeElement === document.body)
      root.current?.querySelector('button')?.focus();
  }, [open, isAlone]);
  const now = qualities.find(({ index }) => index === playing);
  const sizes = [
    { value: null, label: chosen === null && now ? t`Auto (${now.lines}p)` : t`Auto` },
    ...qualities.map(({ index, lines }) => ({ value: index, label: `${lines}p` })),
  ];
  return (
    <div
      ref={root}
      className="@lg:relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        show(false);
      }}
    >
      <ControlButton
        label={t`Speed and quality`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => show(!open)}
      >
        <SlidersHorizontal aria-hidden="true" />
      </ControlButton>
      {open && (
        <div
          id={id}
          // pressing a label would move focus to the page and close the sheet
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-2 bottom-13 z-10 flex animate-rise flex-col gap-2.5 rounded-card bg-stage/95 p-3 @lg:inset-x-auto @lg:right-0 @lg:bottom-full @lg:mb-3 @lg:w-70 @lg:p-3.5 text-on-scrim shadow-float ring-1 ring-on-scrim/15"
        >
          <Choice
            legend={t`Speed`}
            options={RATES.map((value) => ({ value, label: `${value}×` }))}
            value={rate}
            onChoose={onRate}
          />
          {qualities.length > 1 && (
            <Choice
              legend={t`Quality`}
              options={sizes}
              value={chosen}
              onChoose={(index) => {
                setChosen(index);
                onQuality(index);
              }}
            />
          )}
          {captions && (
            <button
              type="button"
              onClick={() => {
                show(false);
                setSettling(true);
              }}
              className="h-9 rounded-pill bg-on-scrim/10 px-3 text-sm font-semibold hover:bg-on-scrim/20"
            >
              {t`Caption settings`}
            </button>
          )}
        </div>
      )}
      {captions && isSettling && (
        <Suspense>
          <CaptionSettings tracks={captions} isOn={isCaptioned} onClose={() => setSettling(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Choice<Value extends number | null>({
  legend,
  options,
  value,
  onChoose,
}: {
  legend: string;
  options: { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-semibold text-on-scrim/70">{legend}</legend>
      <div className="flex flex-wrap gap-1 @lg:gap-1.5">
        {options.map((option) => (
          <label
            key={option.label}
            className="numbers relative grid h-9 min-w-11 place-items-center rounded-pill bg-on-scrim/10 px-2.5 @lg:px-3 text-sm font-semibold hover:bg-on-scrim/20 has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useCloseOutside(root: React.RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) latest.current();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
    };
  }, [root, open]);
}
