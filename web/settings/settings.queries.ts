import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { categories } from '#contract/settings/categories.ts';
import type { Categories, CategoryMove } from '#contract/settings/categories.ts';
import { languages } from '#contract/settings/languages.ts';
import type { Languages } from '#contract/settings/languages.ts';
import { translations } from '#contract/settings/translations.ts';
import type { Translations } from '#contract/settings/translations.ts';
import { videoSettings } from '#contract/settings/video-settings.ts';
import type { VideoSettings } from '#contract/settings/video-settings.ts';
import type { SectionStates } from '#contract/settings/section-states.ts';
import { settings } from '#contract/settings/settings.ts';
import type { Community } from '#contract/settings/community.ts';
import type { Connections, ConnectionName, SecretName } from '#contract/settings/connections.ts';
import type { Brand, SectionName, ShopSettings, Texts } from '#contract/settings/settings.ts';
import { site } from '#contract/site/site.ts';
import { call } from '#web/app/client/call.ts';
import { fileForm } from '#web/app/client/file-form.ts';
import { backend } from '#web/app/client/backend.ts';
import { initialData } from '#web/app/client/initial-data.ts';

const ENDPOINTS: Record<SectionName, [read: Endpoint, change: Endpoint]> = {
  brand: [settings.readBrand, settings.changeBrand],
  texts: [settings.readTexts, settings.changeTexts],
  categories: [categories.read, categories.change],
  community: [settings.readCommunity, settings.changeCommunity],
  videos: [videoSettings.read, videoSettings.change],
  shop: [settings.readShop, settings.changeShop],
  languages: [languages.read, languages.change],
  translations: [translations.read, translations.change],
  connections: [settings.readConnections, settings.changeConnections],
};
export type State<S extends SectionName> = SectionStates[S];
/** The fields that change; the version is sent along. */
export interface Changes {
  brand: Partial<Brand>;
  texts: Partial<Texts>;
  categories: Partial<Categories> & { moves?: CategoryMove[] };
  community: Partial<Community>;
  videos: Partial<VideoSettings>;
  shop: Partial<ShopSettings>;
  languages: Partial<Languages>;
  translations: Partial<Translations>;
  connections: Partial<Connections & Record<SecretName, string | null>>;
}

const sectionQuery = <S extends SectionName>(section: S) =>
  queryOptions({
    queryKey: ['settings', section],
    queryFn: async () => (await call(ENDPOINTS[section][0])) as State<S>,
    staleTime: 0,
  });
export const useSection = <S extends SectionName>(section: S) => useQuery(sectionQuery(section));

/** The new colours and font on the page that is open; pages to come bring them along. */
function showTheme(): void {
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: backend(`/theme.css?at=${Date.now()}`),
  });
  for (const old of document.querySelectorAll('link[href*="/theme.css"], style[data-theme]')) old.remove();
  document.head.append(link);
}

/** The icon of this tab. */
function showLogo(logo: string | null): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  icon.type = logo ? 'image/png' : 'image/svg+xml';
  icon.href = backend(logo ?? '/favicon.svg');
}

/** What a change of the settings may have changed elsewhere on the page; of the categories everything that has one. */
export function useRefresh(section: SectionName = 'brand') {
  const client = useQueryClient();
  return async () => {
    const config = await call(site.config);
    Object.assign(initialData.config, config);
    client.setQueryData(['config'], config);
    showTheme();
    showLogo(config.logo);
    await client.invalidateQueries(section === 'categories' ? {} : { queryKey: ['settings'] });
  };
}

export function useChangeSection<S extends SectionName>(section: S, version: number) {
  const refresh = useRefresh(section);
  return useMutation({
    mutationFn: (changes: Changes[S]): Promise<unknown> =>
      call(ENDPOINTS[section][1], { body: { ...changes, version } }),
    onSuccess: refresh,
  });
}

/** From then on an admin's sign-in doesn't lead to the dashboard any more. */
export function useFinishSetUp() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      const { version } = await call(settings.readBrand);
      return call(settings.changeBrand, { body: { setUp: true, version } });
    },
    onSuccess: refresh,
  });
}

/** Replaces the form values by the stored ones. */
export function useReloadSection(section: SectionName): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['settings', section] });
}

export const useUploadLogo = () =>
  useMutation({
    mutationFn: (file: File) => call(settings.uploadLogo, { body: fileForm(file) }),
  });

export const usePreview = () =>
  useMutation({ mutationFn: (markdown: string) => call(settings.previewText, { body: { markdown } }) });

export const useTestConnection = (connection: ConnectionName) =>
  useMutation({
    mutationFn: (to?: string) => call(settings.testConnection, { body: { connection, to } }),
  });
