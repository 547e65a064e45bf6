import type { CategoriesState } from './categories.ts';
import type { LanguagesState } from './languages.ts';
import type { TranslationsState } from './translations.ts';
import type { VideoSettingsState } from './video-settings.ts';
import type { BrandState, CommunityState, ConnectionsState, ShopState, TextsState } from './settings.ts';

/** What each section of the settings answers. */
export interface SectionStates {
  brand: BrandState;
  texts: TextsState;
  categories: CategoriesState;
  community: CommunityState;
  videos: VideoSettingsState;
  shop: ShopState;
  languages: LanguagesState;
  translations: TranslationsState;
  connections: ConnectionsState;
}
