import type { CategoriesState } from './categories.ts';
import type { LanguagesState } from './languages.ts';
import type { TranslationsState } from './translations.ts';
import type { BrandState, CommunityState, ConnectionsState, ShopState, TextsState } from './settings.ts';

/** What each section of the settings answers. */
export interface SectionStates {
  brand: BrandState;
  texts: TextsState;
  categories: CategoriesState;
  community: CommunityState;
  shop: ShopState;
  languages: LanguagesState;
  translations: TranslationsState;
  connections: ConnectionsState;
}
