import { t } from '@lingui/core/macro';
import { FileX2, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Invoice } from '#contract/orders/invoices.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { useConfig } from '#web/app/config.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { idIn, type Head } from '#web/app/page.ts';
import { countryName } from '#web/app/i18n/country.ts';
import { paths } from '#web/app/paths.ts';
import { saveOrderKey } from '#web/orders/order-keys.ts';
import { useInvoice } from '#web/orders/orders.queries.ts';
import { listSums, SumRows } from '#web/orders/SumRows.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { formatDay } from '#web/ui/days.ts';
import { EmptyState, Skeleton } from '#web/ui/lists/States.tsx';

export const head: Head = () => ({ title: t`Invoice`, hidden: true });

/** An invoice or a credit note, to be read or printed on A4 or Letter. */
export function InvoicePage() {
  const id = idIn(useParams()['id']);
  const [search, setSearch] = useSearchParams();
  const key = search.get('key');
  if (id !== null && key) saveOrderKey(id, key);
  useEffect(() => {
    if (!key) return;
    setSearch(
      (before) => {
        before.delete('key');
        return before;
      },
      { replace: true },
    );
  }, [key, setSearch]);
  const { data, error } = useInvoice(id, search.get('number'));
  if (data) return <Document invoice={data} />;
  if (id === null || error)
    return (
      <EmptyState
        whole
        icon={<FileX2 />}
        title={t`Invoice not found`}
        text={t`Open the link in your order email, or sign in with the account that placed the order.`}
        action={<ButtonLink to={paths.profile()}>{t`View Order History`}</ButtonLink>}
      />
    );
  return (
    <div className="wrap py-10">
      <Skeleton className="h-96" />
    </div>
  );
}

function Document({ invoice }: { invoice: Invoice }) {
  const isInvoice = invoice.kind === 'INVOICE';
  const count = invoice.lines.reduce((sum, line) => sum + line.quantity, 0);
  const { orderId } = invoice;
  const { totalAmount, shippingAmount } = invoice;
  const rows = listSums({ ...invoice, totalAmount, shipping: shippingAmount }, count, invoice.currency);
  return (
    <article className="wrap max-w-3xl pt-8 pb-16 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-6 border-b-2 border-ink pb-5">
        <SellerBlock invoice={invoice} />
        <div className="sm:text-end">
          <h1 className="text-2xl">{titleOf(invoice)}</h1>
          <p className="numbers font-semibold">{invoice.number}</p>
          <p className="text-sm text-ink-soft">{formatDay(invoice.issuedAt)}</p>
        </div>
      </header>
      <div className="grid grid-cols-1 gap-6 py-6 sm:grid-cols-2">
        <BuyerBlock buyer={invoice.buyer} />
        <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1 text-sm sm:justify-self-end">
          <dt className="text-ink-soft">{t`Order`}</dt>
          <dd className="numbers text-end">{`#${orderId}`}</dd>
          <dt className="text-ink-soft">{t`Ordered`}</dt>
          <dd className="text-end">{formatDay(invoice.orderedAt)}</dd>
          {!isInvoice && invoice.invoiceNumber && (
            <>
              <dt className="text-ink-soft">{t`Corrects invoice`}</dt>
              <dd className="numbers text-end">{invoice.invoiceNumber}</dd>
            </>
          )}
          {invoice.cancels && (
            <>
              <dt className="text-ink-soft">{t`Cancels credit note`}</dt>
              <dd className="numbers text-end">{invoice.cancels}</dd>
            </>
          )}
          {invoice.cancelledBy && (
            <>
              <dt className="text-ink-soft">{t`Canceled by`}</dt>
              <dd className="numbers text-end">{invoice.cancelledBy}</dd>
            </>
          )}
        </dl>
      </div>
      {invoice.reason && (
        <p dir="auto" className="mb-4 text-sm break-words">
          {invoice.reason}
        </p>
      )}
      {invoice.lines.length > 0 && <Lines invoice={invoice} />}
      <div className="ms-auto mt-6 max-w-xs">
        <SumRows
          rows={isInvoice || invoice.lines.length > 0 ? rows : rows.slice(-1 - invoice.taxLines.length)}
        />
      </div>
      <p className="mt-8 text-sm text-ink-soft">{noteOf(invoice)}</p>
      <Button variant="quiet" className="mt-6 print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden="true" /> {t`Print`}
      </Button>
    </article>
  );
}

function titleOf({ kind, cancels }: Invoice): string {
  if (kind === 'INVOICE') return t`Invoice`;
  return cancels ? t`Cancellation of a credit note` : t`Credit note`;
}

function noteOf({ kind, cancels, cancelledBy }: Invoice): string {
  if (kind === 'INVOICE') return t`Paid with PayPal.`;
  return cancels || cancelledBy
    ? t`The refund failed, so the credit note no longer applies.`
    : t`Refunded to the original payment method.`;
}

function SellerBlock({ invoice: { seller } }: { invoice: Invoice }) {
  const { siteName } = useConfig();
  return (
    <address className="min-w-0 text-sm not-italic">
      <p className="mb-1 flex items-center gap-2.5 text-lg font-bold">
        <SiteLogo className="h-6" /> <bdi>{seller.name ?? siteName}</bdi>
      </p>
      {seller.address && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {seller.address}
        </p>
      )}
      {seller.taxId && <p>{t`Tax ID: ${seller.taxId}`}</p>}
      {seller.email && <p className="break-all">{seller.email}</p>}
    </address>
  );
}

function BuyerBlock({ buyer }: { buyer: Invoice['buyer'] }) {
  return (
    <address className="min-w-0 leading-relaxed break-words not-italic">
      <p className="text-sm text-ink-soft">{t`Bill to`}</p>
      <strong dir="auto">{buyer.shippingName}</strong>
      <br />
      <bdi>{buyer.shippingAddress}</bdi>
      <br />
      <bdi>{`${buyer.shippingCity}, ${buyer.shippingState} ${buyer.shippingZipCode}`}</bdi>
      <br />
      <span>{countryName(buyer.shippingCountry)}</span>
      {buyer.vatNumber && (
        <>
          <br />
          <span>{t`VAT number: ${buyer.vatNumber}`}</span>
        </>
      )}
    </address>
  );
}

function Lines({ invoice: { lines, currency } }: { invoice: Invoice }) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-start text-ink-soft [&_th]:py-2 [&_th]:font-normal">
          <th scope="col" className="text-start">{t`Item`}</th>
          <th scope="col" className="text-end">{t`Quantity`}</th>
          <th scope="col" className="text-end">{t`Price`}</th>
          <th scope="col" className="text-end">{t`Amount`}</th>
        </tr>
      </thead>
      <tbody className="numbers">
        {lines.map((line, at) => (
          <tr key={at} className="break-inside-avoid border-b border-line align-top [&_td]:py-2">
            <td className="pe-4 break-words">
              <bdi className="font-semibold">{line.name}</bdi>
              {line.variant && <bdi className="block text-ink-soft">{line.variant}</bdi>}
              {line.sku && <span className="block text-xs text-ink-soft">{line.sku}</span>}
              {line.discount !== 0 && (
                <span className="block text-ink-soft">
                  {t`Discount: ${formatMoney(-line.discount, currency)}`}
                </span>
              )}
            </td>
            <td className="text-end">{line.quantity}</td>
            <td className="ps-4 text-end">{formatMoney(line.price, currency)}</td>
            <td className="ps-4 text-end">{formatMoney(line.total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
