import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { MAX_REASON } from '#contract/values.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { parseNumber } from '#web/app/i18n/numbers.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useRefund } from './orders.queries.ts';

/** Pieces of each line that may still be refunded. */
function refundableLines({ items, refunds }: Order) {
  const before = new Map<number, number>();
  for (const { lineId, quantity } of refunds.flatMap(({ lines }) => lines))
    before.set(lineId, (before.get(lineId) ?? 0) + quantity);
  return items
    .map((item) => ({ ...item, left: item.quantity - (before.get(item.lineId) ?? 0) }))
    .filter(({ left }) => left > 0);
}

/** Refunds items of an order, or an amount. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const lines = refundableLines(order);
  const [pieces, setPieces] = useState<Record<number, number>>({});
  const fields = useFields({
    by: lines.length > 0 ? 'items' : 'amount',
    amount: '',
    restock: false,
    reason: '',
  });
  const byItems = fields.values.by === 'items';
  const chosen = lines.flatMap(({ lineId }) => {
    const quantity = pieces[lineId] ?? 0;
    return quantity > 0 ? [{ lineId, quantity }] : [];
  });
  const form = useForm(fields, useRefund(order.id), {
    check: ({ amount }) => ({
      ...(!byItems && !amount.trim() && { amount: t`Please enter an amount.` }),
      ...(byItems && chosen.length === 0 && { lines: t`Please choose what to refund.` }),
    }),
    toInput: ({ amount, restock, reason }) =>
      byItems ? { lines: chosen, restock, reason } : { amount: parseNumber(amount), reason },
    done: t`Refund sent`,
    onSent: onClose,
  });
  const left = formatMoney(
    (Math.round(order.totalAmount * 100) - Math.round(order.refundedAmount * 100)) / 100,
    order.currency,
  );
  const lineError = Object.entries(form.errors).find(([name]) => name.startsWith('lines'))?.[1];
  return (
    <Dialog
      title={t`Refund order #${order.id}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button variant="primary" type="submit" form="refund-form" pending={form.pending}>
            {t`Refund`}
          </Button>
        </>
      }
    >
      <Form id="refund-form" form={form} button={null}>
        <p className="text-ink-soft">{t`${left} can still be refunded.`}</p>
        <Select label={t`What to refund`} {...form.field('by')}>
          {lines.length > 0 && <option value="items">{t`Items`}</option>}
          <option value="amount">{t`Amount`}</option>
        </Select>
        {byItems ? (
          <>
            <fieldset className="flex flex-col gap-3">
              <legend className="sr-only">{t`Items to refund`}</legend>
              {lines.map(({ lineId, productName, variant, left: most }) => (
                <Select
                  key={lineId}
                  label={variant ? `${productName} (${variant})` : productName}
                  value={String(pieces[lineId] ?? 0)}
                  onChange={(event) => setPieces({ ...pieces, [lineId]: parseNumber(event.target.value) })}
                >
                  {Array.from({ length: most + 1 }, (_, quantity) => (
                    <option key={quantity} value={quantity}>
                      {t`${quantity} of ${most}`}
                    </option>
                  ))}
                </Select>
              ))}
              {lineError && (
                <p role="alert" className="text-sm font-semibold text-bad">
                  {lineError}
                </p>
              )}
            </fieldset>
            <Checkbox label={t`Put the items back in stock`} {...form.checkbox('restock')} />
          </>
        ) : (
          <Field label={t`Amount`} inputMode="decimal" {...form.field('amount')} />
        )}
        <TextArea
          label={t`Reason (optional)`}
          maxLength={MAX_REASON}
          hint={t`Printed on the credit note.`}
          {...form.field('reason')}
        />
      </Form>
    </Dialog>
  );
}
