import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { paths } from '#web/app/paths.ts';

/** The invoice of an order and its credit notes, by their numbers. */
export function InvoiceLinks({ order: { id, invoiceNumber, creditNotes } }: { order: Order }) {
  const all = [
    ...(invoiceNumber === null ? [] : [{ number: invoiceNumber, to: paths.invoice(id) }]),
    ...creditNotes.map(({ number }) => ({ number, to: paths.invoice(id, number) })),
  ];
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      {all.map(({ number, to }) => (
        <Link key={number} to={to} className="numbers font-semibold text-accent-text underline">
          {number}
        </Link>
      ))}
    </span>
  );
}
