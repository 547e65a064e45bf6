import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import { AdminOnly } from '#web/accounts/AdminOnly.tsx';
import { OrderList, OrderStatCards } from '#web/orders/OrderList.tsx';
import { DiscountsTab } from '#web/shop/DiscountsTab.tsx';
import { ProductsTab } from '#web/shop/ProductsTab.tsx';
import { WithdrawalsTab } from '#web/withdrawals/WithdrawalsTab.tsx';
import { AdminLayout } from './admin/AdminLayout.tsx';
import { sectionOf } from './admin/sections.ts';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Order Management`, hidden: true });

export function AdminOrdersPage() {
  return (
    <AdminOnly text={t`Order Management is only available to administrators.`}>
      <Management />
    </AdminOnly>
  );
}

function Management() {
  // in the address, so that a reload or a link comes back to the tab, as on the dashboard
  const [search] = useSearchParams();
  const section = sectionOf('orders', search);
  return (
    <AdminLayout section={section}>
      {section.id === 'products' && <ProductsTab />}
      {section.id === 'discounts' && <DiscountsTab />}
      {section.id === 'withdrawals' && <WithdrawalsTab />}
      {section.id === 'orders' && (
        <div className="grid grid-cols-1 gap-6">
          <OrderStatCards />
          <OrderList />
        </div>
      )}
    </AdminLayout>
  );
}
