import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Link, useSearchParams } from 'react-router';
import { mayWithdraw } from '#contract/withdrawals/withdrawals.rules.ts';
import { LINK_DAYS, withdrawals } from '#contract/withdrawals/withdrawals.ts';
import { textLink } from '#web/accounts/AuthCard.tsx';
import { LinkPage } from '#web/accounts/LinkPage.tsx';
import { useConfig } from '#web/app/config.ts';
import { idIn, type Head } from '#web/app/page.ts';
import { paths } from '#web/app/paths.ts';
import { orderKeyOf } from '#web/orders/order-keys.ts';
import { useOrder } from '#web/orders/orders.queries.ts';
import { formatter } from '#web/ui/intl.ts';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { WithdrawForm } from './withdraw/WithdrawForm.tsx';

export const head: Head = () => ({ title: t`Withdraw from a contract`, hidden: true });

export function WithdrawPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return token === null ? <Declare id={idIn(search.get('order') ?? '')} /> : <Confirm token={token} />;
}

/** An order whose key is on this device needs no link by email. */
function Declare({ id }: { id: number | null }) {
  const { withdrawalMode } = useConfig();
  const orderKey = id === null ? null : orderKeyOf(id);
  const { data: order, isLoading } = useOrder(orderKey === null ? null : id);
  if (isLoading)
    return (
      <div role="status" className="grid min-h-[60dvh] place-items-center">
        <Spinner />
      </div>
    );
  const isKnown = order !== undefined && mayWithdraw(withdrawalMode, order);
  return (
    <WithdrawForm
      key={id}
      orderId={id}
      email={order?.paypalPayerEmail ?? ''}
      orderKey={isKnown ? orderKey : null}
    />
  );
}

/** To the second, as in the receipt. */
const exactly = (iso: string): string =>
  formatter(Intl.DateTimeFormat, { dateStyle: 'long', timeStyle: 'medium' }).format(new Date(iso));

/** Opened by the link of an email. Its token begins with the order's number. */
function Confirm({ token }: { token: string }) {
  const id = idIn(token.split('-')[0]);
  return (
    <LinkPage
      title={t`Confirm withdrawal`}
      text={
        id === null
          ? t`Confirm that you withdraw from the contract.`
          : t`Confirm that you withdraw from the contract for order #${id}.`
      }
      button={t`Confirm withdrawal`}
      endpoint={withdrawals.confirm}
      done={({ orderId, declaredAt }) =>
        t`On ${exactly(declaredAt)}, you declared that you withdraw from the contract for order #${orderId}. A receipt is on its way by email.`
      }
      failed={
        <>
          <Trans>
            Links work for {LINK_DAYS} days.{' '}
            <Link to={paths.withdraw()} className={textLink}>
              Ask for a new link
            </Link>
            .
          </Trans>
        </>
      }
    />
  );
}
