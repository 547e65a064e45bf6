import { t } from '@lingui/core/macro';
import { Tag, X } from 'lucide-react';
import { useId, useState } from 'react';
import { OwnerText } from '#web/app/i18n/OwnerText.tsx';
import { useConfig } from '#web/app/config.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { listSums, SumRows } from './SumRows.tsx';
import { useHasCodes, type CartSums } from './sums.ts';

/** Items, discount, shipping, tax, total; and the discount code, while there is one that can be used. */
export function OrderSummary({
  count,
  sums,
  code,
  onCode,
  children,
}: {
  /** Pieces in the cart. */
  count: number;
  sums: CartSums;
  code: string | null;
  /** Null: may not be changed now. */
  onCode: ((code: string | null) => void) | null;
  children?: React.ReactNode;
}) {
  const { taxNote, returnWords: returnText } = useConfig();
  const hasCodes = useHasCodes();
  return (
    <section aria-labelledby="order-summary" className="rounded-card border border-line bg-surface p-5">
      <h2 id="order-summary" className="mb-4 text-lg">
        {t`Order Summary`}
      </h2>
      <SumRows rows={listSums(sums, count)} />
      {taxNote && (
        <p className="mt-2 text-sm text-ink-soft">
          <OwnerText of="taxNote" />
        </p>
      )}
      {(hasCodes || code !== null) && <CodeField code={code} problem={sums.codeMessage} onCode={onCode} />}
      {children && <div className="mt-5 flex flex-col gap-2.5">{children}</div>}
      {returnText && (
        <p className="mt-4 text-sm break-words whitespace-pre-line text-ink-soft">
          <OwnerText of="returnWords" />
        </p>
      )}
    </section>
  );
}

function CodeField({
  code,
  problem,
  onCode,
}: {
  code: string | null;
  problem: string | null;
  onCode: ((code: string | null) => void) | null;
}) {
  const [typed, setTyped] = useState(code ?? '');
  const id = useId();
  if (code !== null && problem === null)
    return (
      <p role="status" className="mt-4 flex items-center gap-2 text-sm font-semibold text-ok">
        <Tag aria-hidden="true" className="size-4" />
        <span className="min-w-0 break-all">{t`Code ${code} applied`}</span>
        {onCode && (
          <IconButton small label={t`Remove the code`} className="ms-auto" onClick={() => onCode(null)}>
            <X />
          </IconButton>
        )}
      </p>
    );
  return (
    <form
      className="mt-4 flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onCode?.(typed.trim() || null);
      }}
    >
      <div className="min-w-0 grow">
        <Field
          id={id}
          label={t`Discount code`}
          value={typed}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          disabled={!onCode}
          error={code === null ? null : problem}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" className="mt-7" disabled={!onCode || typed.trim() === ''}>
        {t`Apply`}
      </Button>
    </form>
  );
}
