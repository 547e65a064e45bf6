import type { Order } from '#contract/orders/orders.ts';
import type { CsvColumns } from '#server/app/http/csv-response.ts';
import type { TaxRow } from './invoices/tax-report.store.ts';

export const ORDER_COLUMNS: CsvColumns<Order> = [
  ['Order', (order) => order.id],
  ['Payment', (order) => order.paypalOrderId],
  ['Status', (order) => order.status],
  ['Total', (order) => order.totalAmount.toFixed(2)],
  ['Shipping', (order) => order.shippingAmount.toFixed(2)],
  ['Currency', (order) => order.currency],
  ['Placed', (order) => order.createdAt],
  ['Customer', (order) => order.username ?? 'guest'],
  ['Payer email', (order) => order.paypalPayerEmail],
  ['Name', (order) => order.shippingName],
  ['Address', (order) => order.shippingAddress],
  ['City', (order) => order.shippingCity],
  ['State', (order) => order.shippingState],
  ['ZIP', (order) => order.shippingZipCode],
  ['Country', (order) => order.shippingCountry],
  ['Phone', (order) => order.shippingPhone],
  [
    'Items',
    (order) =>
      order.items
        .map(
          (item) =>
            `${item.quantity} x ${item.variant ? `${item.productName} (${item.variant})` : item.productName}`,
        )
        .join('; '),
  ],
  ['Carrier', (order) => order.carrier],
  ['Tracking number', (order) => order.trackingNumber],
  ['Refunded', (order) => order.refundedAt],
  ['Refunded amount', (order) => order.refundedAmount.toFixed(2)],
  ['Subtotal', (order) => order.subtotal.toFixed(2)],
  ['Discount', (order) => order.discount.toFixed(2)],
  ['Tax', (order) => order.tax.toFixed(2)],
  ['Invoice', (order) => order.invoiceNumber],
];

/** One row per document and rate: credit notes are negative. */
export const TAX_COLUMNS: CsvColumns<TaxRow> = [
  ['Document', (row) => row.number],
  ['Order', (row) => row.orderId],
  ['Issued', (row) => row.issuedAt],
  ['Country', (row) => row.country],
  ['State', (row) => row.state],
  ['VAT number', (row) => row.vatNumber],
  ['Currency', (row) => row.currency],
  ['Rate', (row) => row.rate],
  ['Net', (row) => row.net.toFixed(2)],
  ['Tax', (row) => row.tax.toFixed(2)],
  ['Total', (row) => row.total.toFixed(2)],
];
