import { useSearchParams } from '#web/ui/router.tsx';
import { AdminOnly } from '#web/accounts/AdminOnly.tsx';
import { OrderList, OrderStatCards } from '#web/orders/OrderList.tsx';
import { ProductsTab } from '#web/shop/ProductsTab.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';
import type { Head } from './page.ts';

const TABS = [
  { id: 'orders', label: 'Orders' },
  { id: 'products', label: 'Products' },
] as const;

export const head: Head = { title: 'Order Management', hidden: true };

export function AdminOrdersPage() {
  return (
    <AdminOnly text="Order Management is only available to administrators.">
      <Management />
    </AdminOnly>
  );
}

function Management() {
  // in the address, so that a reload or a link comes back to the tab, as on the dashboard
  const [search, setSearch] = useSearchParams();
  const { id: tab } = TABS.find(({ id }) => id === search.get('tab')) ?? TABS[0];
  return (
    <div className="wrap pb-16">
      <PageHeading title="Order Management" />
      <OrderStatCards />
      <div className="mt-6">
        <Tabs
          label="Order Management"
          tabs={TABS}
          selected={tab}
          onSelect={(id) => setSearch(() => ({ tab: id }), { replace: true })}
        >
          {tab === 'orders' ? <OrderList /> : <ProductsTab />}
        </Tabs>
      </div>
    </div>
  );
}
