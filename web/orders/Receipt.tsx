import { t } from '@lingui/core/macro';
import type { Order } from '#contract/orders/orders.ts';
import { useConfig } from '#web/app/config.ts';
import { OwnerText } from '#web/app/i18n/OwnerText.tsx';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { DRAWN, drawn } from '#web/ui/drawn.ts';
import { formatDay } from '#web/ui/days.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { listSums, sumsOf } from './SumRows.tsx';

/** Whose receipt this is. */
export function ReceiptHead({ order }: { order: Order }) {
  const { siteName, siteTagline, wordsIn } = useConfig();
  const { id } = order;
  const day = formatDay(order.createdAt);
  const cancelled = order.refundedAt ? t`Cancelled, refunded` : t`Cancelled`;
  return (
    <div
      aria-hidden="true"
      className="mb-8 hidden items-end justify-between border-b-2 border-ink pb-4 print:flex"
    >
      <div>
        <p className="flex items-center gap-2.5 text-xl font-extrabold">
          <SiteLogo className="h-6" /> <span className={DRAWN} {...drawn(siteName)} />
        </p>
        <p
          lang={wordsIn['siteTagline']}
          className={`text-sm text-ink-soft ${DRAWN}`}
          {...drawn(siteTagline)}
        />
      </div>
      <div className="text-end">
        <p className={`text-xl font-bold ${DRAWN}`} {...drawn(t`Receipt`)} />
        <p className={`numbers text-sm text-ink-soft ${DRAWN}`} {...drawn(t`Order #${id}, ${day}`)} />
        {order.status === 'CANCELLED' && (
          <p className={`text-sm font-semibold ${DRAWN}`} {...drawn(cancelled)} />
        )}
      </div>
    </div>
  );
}

/** The owner's notes about taxes and returns; printed, too. */
export function ShopNotes() {
  const config = useConfig();
  const notes = (['taxNote', 'returnWords'] as const).filter((note) => config[note] !== null);
  if (notes.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-line pt-4 text-sm break-words whitespace-pre-line text-ink-soft">
      {notes.map((note) => (
        <p key={note}>
          <OwnerText of={note} />
        </p>
      ))}
    </div>
  );
}

/** What shipping cost this order. */
export const shippingOf = ({ shippingAmount, currency }: Order): string =>
  shippingAmount === 0 ? t`FREE` : formatMoney(shippingAmount, currency);

export function ReceiptSums({ order }: { order: Order }) {
  const { currency } = order;
  const count = order.items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <div
      aria-hidden="true"
      className="numbers mt-4 hidden grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 border-t border-line pt-4 print:grid"
    >
      {listSums(sumsOf(order), count, order.currency)
        .flatMap(({ label, value, total }) => [
          { text: total ? t`Total (${currency})` : label, total },
          { text: value, total },
        ])
        .map(({ text, total }, index) => (
          <span
            key={index}
            className={`even:text-end ${total ? 'font-bold' : ''} ${DRAWN}`}
            {...drawn(text)}
          />
        ))}
    </div>
  );
}
