import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { useSearchParams } from '#web/ui/router.tsx';
import { Skeleton } from '#web/ui/States.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

const PARTS: { id: string; label: string; Content: ComponentType }[] = [
  {
    id: 'brand',
    label: 'Brand',
    Content: lazy(async () => ({ default: (await import('./BrandSettings.tsx')).BrandSettings })),
  },
  {
    id: 'texts',
    label: 'Texts',
    Content: lazy(async () => ({ default: (await import('./TextsSettings.tsx')).TextsSettings })),
  },
  {
    id: 'community',
    label: 'Community',
    Content: lazy(async () => ({ default: (await import('./CommunitySettings.tsx')).CommunitySettings })),
  },
  {
    id: 'shop',
    label: 'Shop',
    Content: lazy(async () => ({ default: (await import('./ShopSettings.tsx')).ShopSettings })),
  },
  {
    id: 'connections',
    label: 'Connections',
    Content: lazy(async () => ({
      default: (await import('./ConnectionsSettings.tsx')).ConnectionsSettings,
    })),
  },
];

/** The dashboard's tab Settings: what the owner makes of the site. */
export function SettingsTab() {
  const [search, setSearch] = useSearchParams();
  const selected = PARTS.find(({ id }) => id === search.get('part')) ?? PARTS[0];
  if (!selected) return null;
  const { Content } = selected;
  return (
    <Tabs
      label="Settings of the site"
      tabs={PARTS}
      selected={selected.id}
      onSelect={(part) => setSearch({ tab: 'settings', part }, { replace: true })}
    >
      <Suspense fallback={<Skeleton className="h-80" />}>
        <Content />
      </Suspense>
    </Tabs>
  );
}
