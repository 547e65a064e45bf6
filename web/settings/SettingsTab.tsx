import { t } from '@lingui/core/macro';
import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { useAddressSearch } from '#web/app/address-search.ts';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';

interface Part {
  id: string;
  label: string;
  Content: ComponentType;
}

const BrandSettings = lazy(async () => ({ default: (await import('./BrandSettings.tsx')).BrandSettings }));
const TextsSettings = lazy(async () => ({ default: (await import('./TextsSettings.tsx')).TextsSettings }));
const CategoriesSettings = lazy(async () => ({
  default: (await import('./CategoriesSettings.tsx')).CategoriesSettings,
}));
const CommunitySettings = lazy(async () => ({
  default: (await import('./CommunitySettings.tsx')).CommunitySettings,
}));
const ShopSettings = lazy(async () => ({ default: (await import('./ShopSettings.tsx')).ShopSettings }));
const LanguagesSettings = lazy(async () => ({
  default: (await import('./LanguagesSettings.tsx')).LanguagesSettings,
}));
const TranslationsSettings = lazy(async () => ({
  default: (await import('./TranslationsSettings.tsx')).TranslationsSettings,
}));
const ConnectionsSettings = lazy(async () => ({
  default: (await import('./ConnectionsSettings.tsx')).ConnectionsSettings,
}));

const listParts = (): Part[] => [
  { id: 'brand', label: t`Brand`, Content: BrandSettings },
  { id: 'texts', label: t`Texts`, Content: TextsSettings },
  { id: 'categories', label: t`Categories`, Content: CategoriesSettings },
  { id: 'community', label: t`Community`, Content: CommunitySettings },
  { id: 'shop', label: t`Shop`, Content: ShopSettings },
  { id: 'languages', label: t`Languages`, Content: LanguagesSettings },
  { id: 'translations', label: t`Translations`, Content: TranslationsSettings },
  { id: 'connections', label: t`Connections`, Content: ConnectionsSettings },
];

/** The Settings tab of the dashboard: the owner's settings, and `more` that is stored elsewhere. */
export function SettingsTab({ more }: { more: Part[] }) {
  const [search, setSearch] = useAddressSearch();
  const parts = [...listParts(), ...more];
  const selected = parts.find(({ id }) => id === search.get('part')) ?? parts[0];
  if (!selected) return null;
  const { Content } = selected;
  return (
    <Tabs
      label={t`Site settings`}
      tabs={parts}
      selected={selected.id}
      onSelect={(part) => setSearch(() => ({ tab: 'settings', part }), { replace: true })}
    >
      <Suspense fallback={<Skeleton className="h-80" />}>
        <Content />
      </Suspense>
    </Tabs>
  );
}
