import { t } from '@lingui/core/macro';
import { Minus, Plus } from 'lucide-react';
import { MAX_QUANTITY } from '#contract/shop/shop.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';

/** A quantity, between buttons to decrease and to increase it. */
export function Quantity({
  name,
  value,
  min = 0,
  max = MAX_QUANTITY,
  locked = false,
  onChange,
}: {
  /** The product's name. */
  name: string;
  value: number;
  min?: number;
  max?: number;
  locked?: boolean;
  onChange: (value: number) => void;
}) {
  return (
    <div className="flex items-center gap-1 rounded-pill border border-line">
      <IconButton
        small
        label={t`Decrease quantity of ${name}`}
        disabled={locked || value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus />
      </IconButton>
      <span className="numbers relative min-w-7 text-center font-semibold" aria-live="polite">
        <span aria-hidden="true">{value}</span>
        <span className="sr-only">{t`Quantity ${value}`}</span>
      </span>
      <IconButton
        small
        label={t`Increase quantity of ${name}`}
        disabled={locked || value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus />
      </IconButton>
    </div>
  );
}
