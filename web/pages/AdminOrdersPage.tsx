import { ShieldAlert } from 'lucide-react';
import { Navigate, useSearchParams } from 'react-router';
import { useMe } from '#web/app/me.ts';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';
import { OrderList, OrderStatCards } from '#web/orders/OrderList.tsx';
import { ProductsTab } from '#web/shop/ProductsTab.tsx';
import { ButtonLink } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/Card.tsx';
import { EmptyState, Skeleton } from '#web/ui/States.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

const TABS = [
  { id: 'orders', label: 'Orders' },
  { id: 'products', label: 'Products' },
] as const;

export function AdminOrdersPage() {
  useTitle('Order Management');
  const { me, signedIn, pending } = useMe();
  // in the address, so that a reload or a link comes back to the tab, as on the dashboard
  const [search, setSearch] = useSearchParams();
  const { id: tab } = TABS.find(({ id }) => id === search.get('tab')) ?? TABS[0];
  if (!signedIn) return <Navigate to={paths.login()} replace />;
  if (pending)
    return (
      <div className="wrap py-8">
        <Skeleton className="h-40 rounded-card" />
      </div>
    );
  if (me?.role !== 'GLOBAL_ADMIN') {
    return (
      <EmptyState
        whole
        icon={<ShieldAlert />}
        title="Access Restricted"
        text="Order Management is only available to administrators."
        action={<ButtonLink to={paths.home()}>Return to Home</ButtonLink>}
      />
    );
  }
  return (
    <div className="wrap pb-16">
      <PageHeading title="Order Management" />
      <OrderStatCards />
      <div className="mt-6">
        <Tabs
          label="Order Management"
          tabs={TABS}
          selected={tab}
          onSelect={(id) => setSearch({ tab: id }, { replace: true })}
        >
          {tab === 'orders' ? <OrderList /> : <ProductsTab />}
        </Tabs>
      </div>
    </div>
  );
}
