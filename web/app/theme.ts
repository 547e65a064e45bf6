import { localStore } from '#web/ui/storage.ts';
import { createStore, useStore } from '#web/ui/store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'theme';

const chosen = createStore<Theme>(THEMES.find((theme) => theme === localStore.get(KEY)) ?? 'system');

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
if (typeof document !== 'undefined') show(chosen.get());

export function chooseTheme(theme: Theme): void {
  localStore.set(KEY, theme);
  chosen.set(theme);
  show(theme);
}

export function useTheme(): Theme {
  return useStore(chosen);
}
